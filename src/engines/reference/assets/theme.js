// Runs before the first paint, so that a chosen theme never flashes into the other one.
const choices = document.documentElement
choices.classList.add('js')
try {
  const theme = localStorage.getItem('quire-theme')
  if (theme) choices.dataset.theme = theme
  choices.dataset.language = localStorage.getItem('quire-language') ?? 'curl'
} catch {
  // Storage can be switched off; the page then follows the system.
}
