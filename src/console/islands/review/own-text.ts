/** Whoever writes a text of their own chose it. */
export function chooseOwnText() {
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLTextAreaElement)) return
    const choice = target.closest('details.own')?.querySelector<HTMLInputElement>('input[type=radio]')
    if (choice) choice.checked = true
  })
}
