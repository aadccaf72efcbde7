// How a book looks. The functions here are what the writer calls; the text of a book only ever meets them as strings.

const LOOK = `
#let ink = rgb("#1d2733")
#let grey = rgb("#667085")
#let pale = rgb("#f4f5f7")
#let dim = rgb("#eceef2")
#let line-color = rgb("#dfe3e8")
#let accent = rgb("#2b5bd7")
#let hints = (
  info: (rgb("#2b5bd7"), rgb("#eef3fd"), "Note"),
  success: (rgb("#1a7f4b"), rgb("#ecf8f1"), "Success"),
  warning: (rgb("#b26a00"), rgb("#fff6e5"), "Warning"),
  danger: (rgb("#c0322b"), rgb("#fdeeed"), "Danger"),
)
#let colors = (
  green: rgb("#1a7f4b"), blue: rgb("#2b5bd7"), red: rgb("#c0322b"), orange: rgb("#c05a00"),
  yellow: rgb("#8a6d00"), purple: rgb("#7a3fc4"),
  primary: accent, info: rgb("#2b5bd7"), success: rgb("#1a7f4b"), warning: rgb("#b26a00"), danger: rgb("#c0322b"),
)
#let backgrounds = (
  green: rgb("#d6f2e1"), blue: rgb("#dbe6fd"), red: rgb("#fbdcda"), orange: rgb("#fde4cf"),
  yellow: rgb("#fdf0b8"), purple: rgb("#eadffa"),
  primary: rgb("#dbe6fd"), info: rgb("#dbe6fd"), success: rgb("#d6f2e1"), warning: rgb("#fdecc8"), danger: rgb("#fbdcda"),
)

// The same character has other shapes in Chinese, Japanese and Korean, and the first font that has it wins.
#let han(lang) = {
  if lang == "ja" { ("Noto Sans JP", "Noto Sans SC", "Noto Sans KR") }
  else if lang == "ko" { ("Noto Sans KR", "Noto Sans SC", "Noto Sans JP") }
  else { ("Noto Sans SC", "Noto Sans JP", "Noto Sans KR") }
}
#let others = (
  "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Thai", "Noto Sans Devanagari",
  "Noto Color Emoji", "DejaVu Sans Mono", "STIX Two Math",
)
#let serif(lang) = ("Libertinus Serif",) + han(lang) + others
#let sans(lang) = han(lang) + ("Libertinus Serif",) + others
#let mono(lang) = ("DejaVu Sans Mono",) + han(lang) + others
#let ui(body, ..look) = context { set text(font: sans(text.lang), ..look.named()); body }
#let emoji(body) = text(font: ("Noto Color Emoji", "Noto Sans SC"), body)
#let sign(body) = text(font: "DejaVu Sans Mono", style: "normal", weight: "regular", body)
#let spoken(lang, body) = {
  set text(lang: lang, font: serif(lang))
  show raw: set text(font: mono(lang))
  body
}
#let rtl(lang, body) = { set text(lang: lang, dir: std.rtl); body }
#let ltr(body) = { set text(dir: std.ltr); body }

// Links: within the book where the place is in it, else to where it is read online.
#let linked(body) = text(fill: accent, body)
#let out(url, body) = link(url, linked(body))
#let go(place, page, url, body, look: linked) = {
  if place in places { link(label(place), look(body)) }
  else if page in places { link(label(page), look(body)) }
  else if url != "" { link(url, look(body)) }
  else { look(body) }
}
#let same(body) = body
#let place-here(name, body) = [#body#label(name)]

#let tint(fore, back, body) = {
  let shown = if fore in colors { text(fill: colors.at(fore), body) } else { body }
  if back in backgrounds { highlight(fill: backgrounds.at(back), radius: 2pt, extent: 1pt, shown) } else { shown }
}
// A line may end here. As wide as nothing, but not nothing, which the compiler would leave out.
#let gap = h(0.01pt)
#let long(..parts) = text(hyphenate: false, parts.pos().join(gap))
#let inline-code(body, ..more) = highlight(fill: dim, radius: 2pt, extent: 1.2pt, { raw(body); for part in more.pos() { gap; raw(part) } })
#let key(body) = box(
  stroke: 0.6pt + line-color, fill: pale, radius: 2.5pt, inset: (x: 3.5pt), outset: (y: 2.5pt),
  ui(size: 0.82em, body),
)
#let pill(fill, body) = box(fill: fill, radius: 3pt, inset: (x: 5pt), outset: (y: 3pt), ui(size: 0.78em, weight: "bold", fill: white, body))
#let button(kind, body) = box(
  fill: if kind == "primary" { accent } else { white }, stroke: 0.8pt + accent, radius: 4pt,
  inset: (x: 8pt), outset: (y: 4pt),
  ui(size: 0.85em, weight: "bold", fill: if kind == "primary" { white } else { accent }, body),
)
#let icon(name) = ui(size: 0.75em, fill: grey, name)

#let title-line(level, body) = {
  let size = (20pt, 15pt, 12.5pt, 11.5pt, 11pt, 11pt).at(level - 1)
  block(above: 2em, below: 1.05em, sticky: true, ui(size: size, weight: "bold", fill: ink, body))
}
#let section(look, level, body, name: none, outlined: false) = {
  show heading: it => title-line(look, it.body)
  let title = heading(level: level, outlined: outlined, bookmarked: true, body)
  if name == none { title } else { place-here(name, title) }
}
#let part(level, name, body) = {
  show heading: it => block(below: 2.2em, sticky: true, ui(size: 10pt, weight: "bold", fill: accent, tracking: 0.06em, upper(it.body)))
  place-here(name, heading(level: level, outlined: true, bookmarked: true, body))
}
#let chapter(level, name, body, lead: none) = {
  show heading: it => block(below: 0.9em, sticky: true, ui(size: 25pt, weight: "bold", fill: ink, {
    set par(leading: 0.45em)
    it.body
  }))
  place-here(name, heading(level: level, outlined: true, bookmarked: true, body))
  if lead != none { block(below: 2.1em, text(size: 12.5pt, fill: grey, lead)) } else { v(0.9em) }
}

// One page of the content, on sheets of its own.
#let sheet(lang, running, body) = {
  set page(header: {
    set text(size: 8pt, fill: grey)
    ui(grid(columns: (1fr, auto), column-gutter: 1em, book-title, running))
    v(-0.6em)
    line(length: 100%, stroke: 0.5pt + line-color)
  })
  spoken(lang, body)
}

#let hint(style, body) = {
  let (color, fill, name) = hints.at(style)
  block(width: 100%, fill: fill, stroke: (left: 2.5pt + color), radius: (right: 4pt), inset: (x: 12pt, y: 10pt), {
    block(below: 0.6em, sticky: true, ui(size: 0.78em, weight: "bold", fill: color, name))
    body
  })
}
#let quoted(body) = quote(block: true, block(width: 100%, inset: (left: 12pt, y: 2pt), stroke: (left: 2pt + line-color), text(fill: grey.darken(25%), body)))
#let frame(body, ..rest) = block(width: 100%, stroke: 0.7pt + line-color, radius: 5pt, inset: (x: 12pt, y: 10pt), ..rest.named(), body)
#let divider = block(above: 1.6em, below: 1.6em, line(length: 100%, stroke: 0.7pt + line-color))
#let spaced(body) = block(above: 1.15em, below: 1.15em, width: 100%, body)
#let small(body) = text(size: 0.85em, fill: grey, body)
#let aside-note(body) = block(ui(size: 0.82em, fill: grey, body))
#let aligned(where, body) = align(where, body)

#let tick(done) = box(
  width: 8.5pt, height: 8.5pt, radius: 2pt, baseline: 0.8pt,
  stroke: 0.8pt + if done { accent } else { grey }, fill: if done { accent },
  if done { place(center + horizon, curve(stroke: 1.1pt + white, curve.move((1.9pt, 4.4pt)), curve.line((3.6pt, 6.2pt)), curve.line((6.7pt, 2.5pt)))) },
)
#let bullet = text(fill: accent, "•")
#let tasks(spacing, ..items) = grid(
  columns: (auto, 1fr), column-gutter: 7pt, row-gutter: spacing,
  ..items.pos().map(((done, body)) => (if done == none { align(center, bullet) } else { tick(done) }, body)).flatten()
)
#let tab(title, body) = block(width: 100%, above: 1.3em, below: 1.3em, {
  block(below: 0pt, sticky: true, fill: pale, stroke: (top: 2pt + accent, rest: 0.7pt + line-color), inset: (x: 10pt, y: 6pt), ui(size: 0.85em, weight: "bold", title))
  block(width: 100%, above: 0pt, stroke: 0.7pt + line-color, inset: (x: 12pt, y: 10pt), body)
})
#let steps(..items) = grid(
  columns: (20pt, 1fr), column-gutter: 10pt,
  ..items.pos().enumerate().map(((at, body)) => (
    circle(radius: 9pt, fill: accent, align(center + horizon, ui(size: 9pt, weight: "bold", fill: white, str(at + 1)))),
    block(width: 100%, inset: (top: 3pt, bottom: 14pt), { show heading: set block(above: 0pt); body }),
  )).flatten()
)
#let dated(date, body, ..labels) = {
  block(above: 2em, below: 0.6em, sticky: true, {
    ui(weight: "bold", fill: accent, date)
    for one in labels.pos() { h(6pt); one }
  })
  body
}
#let expandable(title, body) = frame({
  block(below: 0.8em, sticky: true, ui(weight: "bold", title))
  body
})
#let card(title, ..rest, look: ink) = block(width: 100%, stroke: 0.7pt + line-color, radius: 5pt, inset: (x: 12pt, y: 10pt), breakable: false, {
  ui(weight: "bold", fill: look, title)
  for one in rest.pos() { block(above: 0.55em, one) }
})
#let endpoint(method, path, ..rest) = {
  let fills = (get: "#1a7f4b", post: "#2b5bd7", put: "#b26a00", patch: "#b26a00", delete: "#c0322b")
  card({
    if method != "" { pill(rgb(fills.at(lower(method), default: "#667085")), upper(method)); h(8pt) }
    text(weight: "regular", raw(path))
  }, ..rest)
}

// Long code comes in pieces, each with the number of lines before it: the compiler breaks one block of thousands of lines
// over pages far slower than many small ones.
#let code-block(lang, ..pieces, title: none, starts: (0,), count: 0, marked: ()) = block(
  width: 100%, stroke: 0.7pt + line-color, radius: 5pt, clip: true, {
  if title != none {
    block(width: 100%, below: 0pt, sticky: true, fill: pale, stroke: (bottom: 0.7pt + line-color), inset: (x: 12pt, y: 7pt), ui(size: 0.82em, weight: "bold", fill: grey, title))
  }
  let piece(start, body) = {
    show raw.line: it => {
      let number = start + it.number
      let row = if count > 0 {
        box(width: 0.65em * str(count).len(), align(right, text(fill: grey.lighten(35%), str(number))))
        h(11pt)
        it.body
      } else { it.body }
      if number in marked { box(width: 100%, fill: rgb("#fff3c9"), outset: (x: 12pt, y: 3pt), row) } else { row }
    }
    raw(block: true, lang: lang, body)
  }
  let last = starts.len() - 1
  set par(leading: 0.62em, justify: false)
  set text(dir: std.ltr)
  for (at, body) in pieces.pos().enumerate() {
    let inset = (x: 12pt, top: if at == 0 { 10pt } else { 0.31em }, bottom: if at == last { 10pt } else { 0.31em })
    block(width: 100%, above: 0pt, below: 0pt, fill: rgb("#fbfcfd"), inset: inset, piece(starts.at(at), body))
  }
})

#let formula(tex, typ, block: false) = {
  if typ == "" or typ in broken-maths {
    if block { code-block("latex", tex) } else { inline-code(tex) }
  } else { math.equation(block: block, eval(typ, mode: "math")) }
}

// Pictures are as large as on a screen, but never larger than the room there is.
#let missing-picture(alt, why) = layout(room => {
  let narrow = room.width < 100pt
  block(width: 100%, fill: pale, radius: 5pt, inset: if narrow { 3pt } else { 14pt }, align(center, ui(size: if narrow { 0.75em } else { 0.85em }, fill: grey, {
    if alt != "" and not narrow { alt; linebreak() }
    text(size: 0.88em, why)
  })))
})
#let why-missing(file) = "Picture not shown: " + left-out.at(file, default: "its file is missing")
#let picture(file, alt, width: auto, tallest: 480pt) = {
  if file not in pictures { missing-picture(alt, why-missing(file)) }
  else {
    let (path, format) = pictures.at(file)
    let drawn(..size) = image(path, format: format, alt: if alt == "" { none } else { alt }, ..size.named())
    layout(room => {
      let natural = measure(drawn())
      let wide = if type(width) == ratio { room.width * width } else if width == auto { natural.width * 0.75 } else { width }
      wide = calc.min(wide, room.width)
      let tall = natural.height / natural.width * wide
      if tall > tallest { drawn(height: tallest) } else { drawn(width: wide) }
    })
  }
}
#let shown-picture(body, caption: none, framed: false, where: center) = align(where, figure(
  kind: image, supplement: none, numbering: none, outlined: false, gap: 0.7em, caption: caption,
  if framed { block(stroke: 0.7pt + line-color, fill: pale, radius: 5pt, inset: 10pt, body) } else { body },
))
#let inline-picture(file, alt, height) = {
  if file not in pictures { small("[" + if alt != "" { alt + " – " } + why-missing(file) + "]") }
  else {
    let (path, format) = pictures.at(file)
    if height == none { box(picture(file, alt)) }
    else { box(baseline: 0.15em, image(path, format: format, height: height, alt: if alt == "" { none } else { alt })) }
  }
}

#let data-table(columns, aligns, header, header-rows: 1, size: 0.9em, ..cells) = {
  let title(one) = ui(size: 0.92em, weight: "bold", one)
  let titled(one) = if type(one) == content and one.func() == table.cell {
    table.cell(colspan: one.at("colspan", default: 1), rowspan: one.at("rowspan", default: 1), title(one.body))
  } else { title(one) }
  set text(size: size)
  set par(justify: false)
  table(
    columns: columns, align: (x, y) => aligns.at(x), inset: (x: 7pt, y: 6pt),
    stroke: (x, y) => (bottom: 0.6pt + line-color, top: if y == 0 { 0.6pt + line-color }),
    fill: (x, y) => if header != none and y < header-rows { pale },
    ..if header != none { (table.header(..header.map(titled)),) },
    ..cells.pos(),
  )
}
#let gallery(columns, ..cells) = grid(columns: (1fr,) * columns, gutter: 10pt, ..cells.pos())
#let gallery-card(cover, body) = block(width: 100%, stroke: 0.7pt + line-color, radius: 5pt, clip: true, breakable: false, {
  if cover != none { block(width: 100%, height: 78pt, below: 0pt, fill: pale, align(center + horizon, cover)) }
  block(width: 100%, above: 0pt, inset: (x: 10pt, y: 9pt), text(size: 0.92em, body))
})
#let fitted(file) = if file in pictures {
  let (path, format) = pictures.at(file)
  image(path, format: format, width: 100%, height: 78pt, fit: "contain", alt: "")
}
#let choice(color, body) = box(fill: backgrounds.at(color, default: line-color), radius: 3pt, inset: (x: 4pt), outset: (y: 2.5pt), ui(size: 0.88em, body))

// What a reader should know is not there, at the end of the book.
#let most-named = 20
#let closing(note) = {
  let lost = left-out.keys().filter(file => file in picture-names)
  if note != none or lost.len() > 0 { v(1fr) }
  if note != none { aside-note(note) }
  if lost.len() > 0 {
    aside-note({
      "Pictures that could not be printed: "
      lost.slice(0, calc.min(lost.len(), most-named)).map(file => picture-names.at(file) + " (" + left-out.at(file) + ")").join(", ")
      if lost.len() > most-named { ", and " + str(lost.len() - most-named) + " more" }
    })
  }
}

#let book(lang, body) = {
  set text(lang: lang, font: serif(lang), fallback: false, size: 10.5pt, fill: ink, hyphenate: true)
  set page(
    paper: "a4", margin: (x: 2.5cm, top: 2.6cm, bottom: 2.4cm), header-ascent: 35%,
    footer: context { set text(size: 8pt, fill: grey); align(center, ui(str(here().page()))) },
  )
  set par(leading: 0.68em, spacing: 1.15em, justify: false)
  set list(indent: 4pt, body-indent: 7pt, marker: (bullet, text(fill: grey, "◦"), text(fill: grey, "–")))
  set enum(indent: 4pt, body-indent: 7pt, numbering: (..n) => ui(size: 0.92em, weight: "bold", fill: accent, numbering("1.", n.pos().last())))
  set super(typographic: false, size: 0.7em)
  set sub(typographic: false, size: 0.7em)
  show quote.where(block: true): set pad(x: 0pt)
  set footnote.entry(separator: line(length: 25%, stroke: 0.5pt + line-color))
  show raw: set text(font: mono(lang), size: 1.0em)
  show raw.where(block: true): set text(size: 0.98em)
  show math.equation: set text(font: ("STIX Two Math",) + han(lang) + others)
  show figure.caption: it => small(it.body)
  show figure: set block(breakable: false)
  body
}

#let title-page(title, subtitle, details) = page(header: none, footer: none, margin: (x: 2.5cm, y: 2.5cm), {
  place(top + left, dx: -2.5cm, dy: -2.5cm, rect(width: 0.55cm, height: 29.7cm, fill: accent))
  v(1fr)
  block(width: 88%, ui(size: 23pt, weight: "bold", fill: ink, { set par(leading: 0.4em); set text(hyphenate: false); std.title(title) }))
  if subtitle != none { v(0.9em); block( width: 80%, text(size: 15pt, fill: grey, subtitle)) }
  v(1.4em)
  line(length: 3cm, stroke: 2.5pt + accent)
  v(1.8fr)
  ui(size: 9.5pt, fill: grey, details)
})
#let contents(depth) = page(header: none, {
  block(below: 1.4em, ui(size: 25pt, weight: "bold", "Contents"))
  set par(leading: 0.5em)
  show outline.entry: it => {
    let first = it.level == 1
    block(above: if first { 1.1em } else { 0.62em }, link(it.element.location(), {
      h((it.level - 1) * 14pt)
      ui(weight: if first { "bold" } else { "regular" }, size: if first { 10.5pt } else { 10pt }, fill: ink, it.body())
      box(width: 1fr, inset: (x: 5pt), text(fill: line-color, size: 8pt, repeat(gap: 2.5pt, ".")))
      ui(size: 9.5pt, fill: grey, it.page())
    }))
  }
  outline(title: none, depth: depth)
})
`

export function template() {
  return LOOK
}
