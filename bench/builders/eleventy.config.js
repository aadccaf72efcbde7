// A bare layout, and Markdown alone: what looks like a template in a page is text.
export default function configure(config) {
  config.setTemplateFormats(['md'])
  config.addGlobalData('layout', 'bare.html')
  return {
    markdownTemplateEngine: false,
    dir: { input: 'pages', output: 'built-by-eleventy', layouts: '../layouts' },
  }
}
