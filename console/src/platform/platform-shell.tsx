/** The frame around every page of the portal or of support: rail, content, and the way to sign in where nobody is. */
import type { UseQueryResult } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { asGraphFailure } from '../graph/failure.ts'
import { signInAddress } from '../graph/sign-in-address.ts'
import { HostName } from '../parts/host-name.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { Brand } from '../shell/brand.tsx'
import { FirstFrame } from '../shell/first-frame.tsx'
import type { FirstPlace } from '../shell/first-places.ts'
import { PaletteButton } from '../shell/palette-button.tsx'
import { RailNav } from '../shell/rail-nav.tsx'
import { type Question, RailQuestions } from '../shell/rail-questions.tsx'
import { SignOut } from '../shell/sign-out.tsx'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Loading } from '../states/loading.tsx'
import { NewsBell, type NewsBellProps } from './news-bell.tsx'
import type { Side } from './news-words.ts'
import { PlaceLink, usePlace } from './place-link.tsx'
import '../shell/rail.css'
import '../shell/shell.css'
import '../shell/tenant-chip.css'

export interface PlatformSection extends FirstPlace {
  readonly icon: IconName
  /** How many there are, where that is worth a look. */
  readonly count?: number | undefined
}

export interface PlatformPerson {
  readonly name: string
  /** What they are here: owner, member, staff. */
  readonly role: string
  /** The company, or the service. */
  readonly place: string
  readonly outboxPath: string | null
}

/** What stands around every page, and the question about who is here. */
export interface PlatformFrame {
  /** What Ctrl K opens. */
  readonly palette: (onClose: () => void) => ReactNode
  readonly query: UseQueryResult<unknown>
  readonly person: PlatformPerson | null
  readonly sections: readonly PlatformSection[]
  readonly bell: Omit<NewsBellProps, 'go'>
  /** What waits for this person. */
  readonly questions: readonly Question[]
}

const SIDES: Readonly<Record<Side, string>> = { developers: 'Developers', support: 'Support' }

interface WaitingProps {
  readonly side: Side
  readonly error: unknown
  readonly sections: readonly PlatformSection[]
  readonly onRetry: () => void
}

const Waiting = ({ side, error, sections, onRetry }: WaitingProps) => {
  const isSignedOut = error !== null && asGraphFailure(error).kind === 'signed-out'
  useEffect(() => {
    if (isSignedOut) location.assign(signInAddress())
  }, [isSignedOut])
  return (
    <FirstFrame side={SIDES[side]} places={sections}>
      {error === null || isSignedOut ? <Loading /> : <FailureNote error={error} onRetry={onRetry} />}
    </FirstFrame>
  )
}

type RailProps = Omit<PlatformFrame, 'query' | 'person'> & {
  readonly person: PlatformPerson
  /** The path of the page, below /console. */
  readonly here: string
}

export const PlatformRail = ({ person, sections, here, palette, bell, questions }: RailProps) => {
  const go = usePlace()
  const isHere = (to: string) => (to === '/' ? here === '/' : here.startsWith(to))
  return (
    <header className="rail">
      <div className="rail-head">
        <Brand side={SIDES[bell.side]} />
        <NewsBell {...bell} go={go} />
      </div>
      <div className="tenant">
        <Monogram name={person.place} />
        <b>{person.place}</b>
        <HostName host={location.host} />
      </div>
      <PaletteButton palette={palette} />
      <RailNav here={here}>
        {sections.map(({ to, label, icon, count, href }) =>
          href !== undefined ? (
            <a key={to} href={href} aria-current={isHere(to) ? 'page' : undefined}>
              <Icon name={icon} />
              {label}
            </a>
          ) : (
            <PlaceLink key={to} to={to} isCurrent={isHere(to)}>
              <Icon name={icon} />
              {label}
              {count !== undefined && <span className="rail-count number">{count}</span>}
            </PlaceLink>
          ),
        )}
        {person.outboxPath !== null && (
          <a href={person.outboxPath}>
            <Icon name="external" />
            Outbox
          </a>
        )}
      </RailNav>
      <RailQuestions questions={questions} />
      <div className="rail-me">
        <a className="rail-person" href="/account/">
          <Monogram name={person.name} round />
          <span className="two-lines">
            <b>{person.name}</b>
            <span className="small muted">{person.role}</span>
          </span>
        </a>
        <ThemeSwitch />
        <SignOut />
      </div>
    </header>
  )
}

export const PlatformShell = ({ query, person, ...frame }: PlatformFrame) => {
  const { pathname } = useLocation()
  const { sections, bell } = frame
  if (person === null) {
    return <Waiting side={bell.side} error={query.error} sections={sections} onRetry={() => query.refetch()} />
  }
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <div className="shell">
        <PlatformRail person={person} here={pathname} {...frame} />
        <main className="content" id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </>
  )
}
