/** The words of every notice. What to do stands in the second sentence. */
import { dayInWords } from '../day-in-words.ts'
import { DAY_MS } from '../interval.ts'
import { MAX_ACTIVE_ACCESS_TOKENS } from '../limits.ts'
import type { Notice } from './notice.ts'

type Words = Notice['words']

/** "6 Oct 2026 09:41Z" */
const timeOf = (time: number): string => `${dayInWords(time)} ${new Date(time).toISOString().slice(11, 16)}Z`

/** "in 14 days", "tomorrow", "today". */
const inDays = (time: number, now: number): string => {
  const days = Math.floor(time / DAY_MS) - Math.floor(now / DAY_MS)
  if (days <= 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

export interface AskedFacts {
  readonly application: string
  readonly asker: string
  readonly note: string | null
}

export const accessAsked =
  ({ application, asker, note }: AskedFacts): Words =>
  (shown) => ({
    title: `${shown(asker)} asks for ${shown(application)}`,
    text: note === null ? 'They may not connect it themselves.' : `They write: “${shown(note)}”`,
  })

export interface AnsweredFacts {
  readonly application: string
  readonly by: string
  readonly answer: 'granted' | 'refused'
  readonly reason: string | null
}

export const accessAnswered =
  ({ application, by, answer, reason }: AnsweredFacts): Words =>
  (shown) =>
    answer === 'granted'
      ? { title: `${shown(application)} is connected`, text: `${shown(by)} allowed what you had asked for.` }
      : {
          title: `${shown(application)} will not be connected`,
          text: `${shown(by)} declined: “${shown(reason ?? '')}”`,
        }

export const noLongerOffered =
  ({ application }: { readonly application: string }): Words =>
  (shown) => ({
    title: `${shown(application)} will not be connected`,
    text: 'It is no longer offered here: whoever runs this service deleted it.',
  })

export const administratorAdded =
  ({ person, by }: { readonly person: string; readonly by: string | null }): Words =>
  (shown) => ({
    title: `${shown(person)} became administrator`,
    text: by === null ? 'By whoever runs this service.' : `By ${shown(by)}.`,
  })

export const safetyOfficeChanged =
  ({
    person,
    isJoining,
    by,
  }: {
    readonly person: string
    readonly isJoining: boolean
    readonly by: string | null
  }): Words =>
  (shown) => ({
    title: `${shown(person)} ${isJoining ? 'joined' : 'left'} the safety office`,
    text: `${by === null ? 'By whoever runs this service' : `By ${shown(by)}`}. Whoever is in it reads reports as they were written, and each opening is in the audit log.`,
  })

/** So many are named; the page of keys names who made each. */
const MOST_NAMED = 5

const named = (names: readonly string[], shown: (name: string) => string): string => {
  const rest = names.length - MOST_NAMED
  const first = names.slice(0, MOST_NAMED).map((name) => `“${shown(name)}”`)
  return [...first, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}

export const makerLeft =
  ({
    person,
    keys,
    hosts,
  }: {
    readonly person: string
    readonly keys: readonly string[]
    readonly hosts: readonly string[]
  }): Words =>
  (shown) => ({
    title: `${shown(person)} was removed; what they made goes on`,
    text: [
      ...(keys.length > 0 ? [`API keys that they made or rotated: ${named(keys, shown)}. Rotate or revoke each.`] : []),
      ...(hosts.length > 0
        ? [`Webhooks that they made, to ${named(hosts, shown)}. Replace each secret, or switch it off.`]
        : []),
    ].join(' '),
  })

export const nearCap =
  ({ name, active }: { readonly name: string; readonly active: number }): Words =>
  (shown) => ({
    title: `${shown(name)} is near its cap`,
    text: `${active} of ${MAX_ACTIVE_ACCESS_TOKENS} tokens of one refresh token; at ${MAX_ACTIVE_ACCESS_TOKENS} its next token waits. One token serves many requests.`,
  })

export interface FailingFacts {
  readonly name: string
  readonly failed: number
  readonly all: number
}

export const failing =
  ({ name, failed, all }: FailingFacts): Words =>
  (shown) => ({
    title: `${shown(name)} fails`,
    text: `${failed} of ${all} requests within an hour were refused or failed. The request log says why.`,
  })

/** In the numbers that the page of the application shows for that day. */
export const failedDay =
  ({ name, failed, all, day }: FailingFacts & { readonly day: number }): Words =>
  (shown) => ({
    title: `${shown(name)} failed ${Math.round((100 * failed) / all)} % on ${dayInWords(day)}`,
    text: `${failed} of ${all} requests of that day (UTC) failed. The request log says why.`,
  })

export const keyExpiring =
  ({ label, at, now }: { readonly label: string; readonly at: number; readonly now: number }): Words =>
  (shown) => ({
    title: `Key “${shown(label)}” ends ${inDays(at, now)}`,
    text: `At ${timeOf(at)}, with everything that uses it. Make a new key before.`,
  })

export const keyUnused =
  ({ label, since }: { readonly label: string; readonly since: number }): Words =>
  (shown) => ({
    title: `Key “${shown(label)}” is unused`,
    text: `Since ${dayInWords(since)}. Revoke it if nothing needs it.`,
  })

export const tokenEnding =
  ({ label, at }: { readonly label: string; readonly at: number }): Words =>
  (shown) => ({
    title: `The old secret of key “${shown(label)}” is still used`,
    text: `It ends at ${timeOf(at)}. Give the new one to whatever still sends the old one.`,
  })

export interface PaperFacts {
  readonly person: string
  readonly paper: string
  /** A day: 2026-10-06. */
  readonly validTo: string
}

export const paperExpiring =
  ({ person, paper, validTo }: PaperFacts): Words =>
  (shown) => ({
    title: `${shown(paper)} of ${shown(person)} ends on ${dayInWords(Date.parse(validTo))}`,
    text: 'Without it no duty can be planned beyond that day.',
  })

/** To who signed it: their name stays on the revision that they read. */
export const logAmended =
  ({ log, by }: { readonly log: string; readonly by: string }): Words =>
  (shown) => ({
    title: `${shown(log)} is amended`,
    text: `${shown(by)} opened a new revision of the log that you signed. Yours is kept as you signed it; the new one asks for a signature of its own.`,
  })

/** Says nothing of what was written: a stranger's words do not go into mails of the operator. */
export const messageWritten =
  ({ by, about }: { readonly by: string; readonly about: string }): Words =>
  (shown) => ({
    title: `${shown(by)} wrote about ${shown(about)}`,
    text: 'Read and answer it in the console. You are told again once somebody has read it.',
  })

/** Names neither the reporter nor what happened: the report says it to whoever may read it. */
export const mandatoryReport =
  ({ reference, dueAt }: { readonly reference: string; readonly dueAt: number }): Words =>
  (shown) => ({
    title: `A mandatory safety report came: ${shown(reference)}`,
    text: `The authority has to know by ${timeOf(dueAt)}. Read it in the console.`,
  })
