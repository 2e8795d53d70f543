/** The building blocks of record drawers. */
import type { ReactNode } from 'react'
import { Moment } from '../parts/moment.tsx'
import './record.css'

interface SectionProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export const Section = ({ title, aside, children }: SectionProps) => (
  <section className="record-section">
    <h3>
      {title}
      {aside !== undefined && <span className="small muted">{aside}</span>}
    </h3>
    {children}
  </section>
)

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

/** Names and values; an empty value is marked as empty, so that users do not look for it elsewhere. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map(({ name, value }) => (
      <div key={name} className="fact">
        <dt>{name}</dt>
        <dd>{value == null || value === '' ? <span className="muted">none</span> : value}</dd>
      </div>
    ))}
  </dl>
)

interface VersionProps {
  readonly record: { readonly version: number; readonly createdAt: string; readonly updatedAt: string }
  readonly id: string
}

export const Version = ({ record, id }: VersionProps) => (
  <Section title="Record" aside={`version ${record.version}`}>
    <Facts
      facts={[
        { name: 'Changed', value: <Moment at={record.updatedAt} as="full" /> },
        { name: 'Created', value: <Moment at={record.createdAt} as="full" /> },
        { name: 'Id', value: <code>{id}</code> },
      ]}
    />
  </Section>
)

interface ExternalIdsProps {
  readonly ids: readonly { readonly system: string; readonly value: string }[]
}

export const ExternalIds = ({ ids }: ExternalIdsProps) => (
  <Section title="External ids">
    {ids.length === 0 ? (
      <p className="muted">none</p>
    ) : (
      <Facts facts={ids.map(({ system, value }) => ({ name: system, value: <code>{value}</code> }))} />
    )}
  </Section>
)
