/**
 * Passkeys on the sign-in and account pages. Everything else on them works without this file, and what needs it is
 * hidden until it has found a browser that can do it. The platform does the work; what it says goes to the server as
 * a form, so that cookies, redirects and the pages that follow are those of a password's sign-in.
 */
const Passkey = globalThis.PublicKeyCredential
const RENEWED_BEFORE_MS = 20_000

const isAble =
  typeof Passkey?.parseRequestOptionsFromJSON === 'function' && typeof Passkey.prototype.toJSON === 'function'

/** The server's options; what it refuses is told in its own words. */
const optionsFrom = async (path, fields) => {
  const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  const options = await answer.json()
  if (!answer.ok) throw new Error(options.error_description)
  return options
}

const submit = (action, fields) => {
  const form = Object.assign(document.createElement('form'), { method: 'post', action, hidden: true })
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { name, value }))
  }
  document.body.append(form)
  form.submit()
}

const WORDS = {
  NotAllowedError: 'No passkey was used. Try again when you are ready.',
  InvalidStateError: 'This device or password manager has a passkey for this account already.',
  TypeError: 'The connection was lost. Try again.',
}

/** Runs one ceremony after the button; a failure is said beside it, and the button works again. */
const attempt = async (part, ceremony) => {
  const [button, note] = [part.querySelector('button'), part.querySelector('[role=alert]')]
  button.disabled = true
  note.textContent = ''
  try {
    await ceremony()
  } catch (error) {
    note.textContent = WORDS[error.name] ?? error.message
  }
  button.disabled = false
}

/** One request at a time: the button's ends the one that waits behind the e-mail field. */
let waiting = null

const signIn = async ({ options: path, action }, mediation) => {
  waiting?.abort('replaced')
  const mine = new AbortController()
  waiting = mine
  const options = await optionsFrom(path)
  // A page may stand open for longer than its challenge counts.
  if (mediation === 'conditional') setTimeout(() => waiting === mine && offer(), options.timeout - RENEWED_BEFORE_MS)
  const publicKey = Passkey.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey, mediation, signal: mine.signal })
  submit(action, { credential: JSON.stringify(credential) })
}

const door = document.querySelector('[data-passkey="sign-in"]')

/** Passkeys among what the browser offers in the e-mail field; nobody asked, so a failure is not told. */
const offer = async () => {
  if (await Passkey.isConditionalMediationAvailable?.()) await signIn(door.dataset, 'conditional').catch(() => {})
}

const add = async (form) => {
  const options = await optionsFrom(form.dataset.options, {
    current_password: form.elements['passkey-password']?.value ?? '',
  })
  const publicKey = Passkey.parseCreationOptionsFromJSON(options)
  form.elements.credential.value = JSON.stringify(await navigator.credentials.create({ publicKey }))
  form.submit()
}

if (isAble && door) {
  door.hidden = false
  const ask = () =>
    signIn(door.dataset, 'optional').catch((error) => {
      offer()
      throw error
    })
  door.querySelector('button').addEventListener('click', () => attempt(door, ask))
  offer()
}

const maker = document.querySelector('[data-passkey="add"]')

if (isAble && maker) {
  maker.hidden = false
  document.querySelector('[data-passkey="unable"]').hidden = true
  maker.addEventListener('submit', (event) => {
    event.preventDefault()
    attempt(maker, () => add(maker))
  })
}
