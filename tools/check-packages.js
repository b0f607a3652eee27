/** Runs before the build. An npm of an old Node.js leaves out binaries that want a newer one, without an error. */
try {
  await import('rolldown');
} catch {
  console.error(
    'Packages are missing: they were installed with an old Node.js, or not at all. Run: npx --yes --package=node@24 npm ci',
  );
  process.exit(1);
}
