/**
 * The pages that lead back in. They work without this file: it takes the code of a reset from the link's fragment,
 * which browsers keep to themselves, and offers to copy, save or print recovery codes.
 */
const field = document.querySelector('[data-code=fragment]')
if (field) {
  const input = field.querySelector('input')
  const code = location.hash.slice(1)
  if (/^[0-9A-Za-z]+$/.test(code)) input.value = code
  field.hidden = input.value !== ''
  // Neither a bookmark nor a look over the shoulder keeps it.
  if (code) history.replaceState(null, '', location.pathname + location.search)
}

const list = document.querySelector('ol[data-codes]')
const tools = document.querySelector('[data-codes=tools]')
if (list && tools) {
  const text = `Recovery codes for ${list.dataset.codes}\n${[...list.children].map((item) => item.textContent).join('\n')}\n`
  const status = tools.querySelector('[role=status]')
  const acts = {
    copy: async () => {
      await navigator.clipboard.writeText(text)
      status.textContent = 'Copied'
    },
    save: () => {
      const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
      Object.assign(document.createElement('a'), { href, download: 'recovery-codes.txt' }).click()
      URL.revokeObjectURL(href)
      status.textContent = 'Saved'
    },
    print: () => print(),
  }
  for (const button of tools.querySelectorAll('[data-do]')) {
    button.addEventListener('click', () => acts[button.dataset.do]())
  }
  tools.hidden = false
}
