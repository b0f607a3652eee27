/** Styles and fonts of formulas are loaded with the first formula. */
export function dressFormulas(nodes: ParentNode): void {
  if (nodes.querySelector('.katex') === null) return;
  void import('../style/formulas.css');
}
