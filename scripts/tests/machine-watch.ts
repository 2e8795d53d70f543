/**
 * Notes when the machine stood still or its clock was set while tests ran, as a virtual machine's is that goes on from a
 * picture of before. What a test signed in then is over, whatever the product does (ADR 288).
 */
const LOOK_EVERY_MS = 1000
/** Longer than the busiest machine lets a timer of one second wait. */
const STOOD_STILL_MS = 45_000
const CLOCK_SET_MS = 15_000

export interface Look {
  readonly wallMs: number
  readonly monotonicMs: number
}

/** What happened to the machine between two looks, in words; null where nothing did. */
export const happenedBetween = (before: Look, now: Look): string | null => {
  const passed = now.monotonicMs - before.monotonicMs
  const set = now.wallMs - before.wallMs - passed
  const seconds = (ms: number): string => `${Math.round(Math.abs(ms) / 1000)} s`
  const when = new Date(now.wallMs).toISOString()
  if (Math.abs(set) > CLOCK_SET_MS)
    return `${when}: its clock was set ${set > 0 ? 'forward' : 'back'} by ${seconds(set)}`
  return passed > STOOD_STILL_MS ? `${when}: it stood still for ${seconds(passed)}` : null
}

const look = (): Look => ({ wallMs: Date.now(), monotonicMs: performance.now() })

/** What happens to the machine from now on. */
export const watchMachine = (): { readonly happened: readonly string[] } => {
  const happened: string[] = []
  let before = look()
  setInterval(() => {
    const now = look()
    const what = happenedBetween(before, now)
    if (what !== null) happened.push(what)
    before = now
  }, LOOK_EVERY_MS).unref()
  return { happened }
}
