/** News in words, and where each leads; the portal and support say some of it differently. */
import type { IconName } from '../parts/icon.tsx'
import { stepInWords } from './mode.tsx'

type NewsKind = 'MESSAGE' | 'STEP' | 'CONNECTED' | 'PHONE_NUMBER' | 'SUSPENSION_ASKED' | 'LEFT_WEBHOOK' | 'LEFT_SECRET'

/** As both graphs answer it. */
export interface News {
  readonly newsId: string
  readonly kind: NewsKind
  readonly at: string
  readonly isNew: boolean
  readonly clientId: string | null
  readonly operatorId: string | null
  readonly name: string
  readonly byName: string
  readonly action: string | null
  readonly text: string | null
  readonly environment: string | null
}

/** The change that marks all up to one as seen. */
export interface Seeing {
  readonly see: (newsId: string) => void
  readonly isPending: boolean
  readonly error: Error | null
}

export type Side = 'developers' | 'support'

interface NewsWords {
  readonly title: string
  /** Who, or where, beside the time. */
  readonly about: string
  readonly icon: IconName
  /** Below /console. */
  readonly place: string
}

/** The tab of an application that it is about; support has one page for each. */
const TABS: Readonly<Record<NewsKind, string>> = {
  MESSAGE: '/production',
  STEP: '/production',
  CONNECTED: '/connect',
  PHONE_NUMBER: '/credentials',
  SUSPENSION_ASKED: '',
  LEFT_WEBHOOK: '/events',
  LEFT_SECRET: '/credentials',
}

const ICONS: Readonly<Record<NewsKind, IconName>> = {
  MESSAGE: 'mail',
  STEP: 'clock',
  CONNECTED: 'plug',
  PHONE_NUMBER: 'phone',
  SUSPENSION_ASKED: 'alert',
  LEFT_WEBHOOK: 'hook',
  LEFT_SECRET: 'key',
}

const titleOf = ({ kind, name, byName, action }: News, side: Side): string => {
  switch (kind) {
    case 'MESSAGE':
      return `${byName} wrote about ${name}`
    case 'STEP':
      return `${name}: ${stepInWords(action ?? '').toLowerCase()}`
    case 'CONNECTED':
      return `${byName} connected ${name}`
    case 'PHONE_NUMBER':
      return side === 'support'
        ? `${byName} asks for a new phone number of ${name}`
        : `${byName} allowed the new phone number of ${name}`
    case 'SUSPENSION_ASKED':
      return `${byName} asks to suspend ${name}`
    case 'LEFT_WEBHOOK':
      return `${byName} left: look at a webhook of ${name}`
    case 'LEFT_SECRET':
      return `${byName} left: replace a client secret of ${name}`
  }
}

const aboutOf = ({ kind, byName, environment, text }: News): string => {
  if (kind === 'LEFT_WEBHOOK') return `${text}, ${environment}`
  if (kind === 'LEFT_SECRET') return `…${text}`
  if (kind === 'CONNECTED') return environment ?? ''
  return kind === 'STEP' ? byName : ''
}

export const newsWords = (news: News, side: Side): NewsWords => ({
  title: titleOf(news, side),
  about: aboutOf(news),
  icon: ICONS[news.kind],
  place:
    news.clientId === null
      ? `/operators/${news.operatorId}`
      : `/applications/${news.clientId}${side === 'support' ? '' : TABS[news.kind]}`,
})
