/**
 * What a script adds to the documentation: Ctrl K goes to the search, a button copies an example, the chosen language
 * stays, an error named in the address is open, and whoever is signed in sees their own sandbox and application.
 */
const LANGUAGE = 'docs-language'
const COPIED_MS = 1500

addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  document.getElementById('find')?.focus()
})

for (const button of document.querySelectorAll('.copy-code')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const shown = [...button.closest('.code').querySelectorAll('pre')].find((pre) => pre.offsetParent !== null)
    await navigator.clipboard.writeText(shown?.textContent ?? '')
    const words = button.lastChild
    words.textContent = 'Copied'
    setTimeout(() => {
      words.textContent = 'Copy'
    }, COPIED_MS)
  })
}

const kept = localStorage.getItem(LANGUAGE)
const choices = [...document.querySelectorAll('.languages input')]
const wanted = choices.find(({ value }) => value === kept)
if (wanted) wanted.checked = true
for (const choice of choices) choice.addEventListener('change', () => localStorage.setItem(LANGUAGE, choice.value))

const openNamed = () => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (named instanceof HTMLDetailsElement) named.open = true
}
openNamed()
addEventListener('hashchange', openNamed)

const own = await fetch('/docs/own.json').then((answer) => (answer.status === 200 ? answer.json() : null))
if (own) {
  const door = document.querySelector('.docs-own')
  door.classList.add('is-own')
  door.querySelector('.own-name').textContent = own.name
  for (const sample of document.querySelectorAll('.sample')) {
    const theirs = own[sample.dataset.own]
    if (theirs === undefined) continue
    sample.textContent = theirs
    sample.classList.add('mine')
  }
}
