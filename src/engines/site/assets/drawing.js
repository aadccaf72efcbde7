// Runs in a frame that belongs to no site: draws what it is sent, one after the other, and sends back pictures.
const { mermaid } = globalThis

// Labels are measured as HTML before they are cleaned, so tags but line breaks are written as text. Arrows and
// <<stereotypes>> stay.
const TAG = /(?<!<)<(?=[a-z!/?])(?!br\s*\/?>)/gi

async function draw({ id, source, theme }) {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    // What a diagram may not say of itself.
    secure: [
      'secure',
      'securityLevel',
      'startOnLoad',
      'maxTextSize',
      'maxEdges',
      'suppressErrorRendering',
      'themeCSS',
      'htmlLabels',
      'dompurifyConfig',
    ],
    suppressErrorRendering: true,
    // A picture shows text of its own, and no HTML.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: 'base',
    themeVariables: theme,
    // Edges would go through the words on them.
    themeCSS: '.edgeLabel rect { opacity: 1 }',
  })
  const { svg } = await mermaid.render(`diagram-${id}`, source.replace(TAG, '#lt;'))
  // Into a document in which nothing runs, and out of it as XML: pictures are not read as HTML.
  const drawing = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')
  const { width, height } = drawing.viewBox.baseVal
  drawing.setAttribute('width', width)
  drawing.setAttribute('height', height)
  return { width, height, svg: new XMLSerializer().serializeToString(drawing) }
}

let last = Promise.resolve()
addEventListener('message', ({ data, source }) => {
  last = last
    .then(() => draw(data))
    .catch(() => ({}))
    .then((drawn) => source.postMessage({ id: data.id, ...drawn }, '*'))
})
parent.postMessage({ isReady: true }, '*')
