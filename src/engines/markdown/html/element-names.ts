// Names of elements of HTML. A tag of any other name is text, as in `<name>`: somebody is to put something in its place.

/** Elements within a line that are written as they are, without attributes. */
export const WRITTEN = new Set(
  'u ins del small q cite dfn var samp abbr b i em strong s sub sup code kbd mark'.split(' '),
)
/** Elements that have no meaning within a line. */
export const DROPPED = new Set(
  `a span div p font center button iframe video audio source track object embed img picture figure figcaption form
  input label select option textarea script style link meta html head body table thead tbody tr td th ul ol li dl dt dd
  h1 h2 h3 h4 h5 h6 br hr wbr nobr section article aside main header footer nav details summary pre blockquote svg path
  g title big tt strike base noscript template slot dialog canvas map area bdi bdo ruby rt rp time data`.split(
    /\s+/,
  ),
)

export function isElementName(name: string): boolean {
  return WRITTEN.has(name) || DROPPED.has(name)
}
