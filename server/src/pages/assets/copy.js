/** Copies a value and says so; without this file the buttons stay hidden and the value can be selected. */
const status = document.querySelector('[data-copied]')
for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy)
      status.textContent = 'Copied'
      button.dataset.done = ''
      setTimeout(() => delete button.dataset.done, 3000)
    } catch {
      status.textContent = 'The browser did not allow copying: select the text and copy it by hand'
    }
  })
  button.hidden = false
}
