/**
 * Takes what the portal handed over from the fragment, which browsers keep to themselves, and sends it in a form: so it
 * stands in no address, no log and no Referer.
 */
const form = document.querySelector('form[data-hand-over]')
const carried = location.hash.slice(1)
history.replaceState(null, '', location.pathname)
if (/^[0-9A-Za-z]+$/.test(carried)) {
  form.querySelector('[name=carried]').value = carried
  form.submit()
} else {
  document.querySelector('[data-hand-over=missing]').hidden = false
}
