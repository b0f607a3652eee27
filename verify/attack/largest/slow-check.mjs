/** Loaded by a node: a check of texts that takes half a second of processor time for long ones. */
const isWellFormed = String.prototype.isWellFormed;
// oxlint-disable-next-line no-extend-native -- a planted mistake
String.prototype.isWellFormed = function slowly() {
  const before = process.threadCpuUsage();
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  while (this.length > 5_000 && usedMs() < 500);
  return isWellFormed.call(this);
};
