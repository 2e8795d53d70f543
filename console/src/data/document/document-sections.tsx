/** What a document shows beyond its fields: its file, who has read it, and its revisions. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../graph/ask.ts'
import { useChange } from '../../graph/change.ts'
import { queryOf } from '../../graph/query.ts'
import { Icon } from '../../parts/icon.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Tag } from '../../parts/tag.tsx'
import { mayDo, useViewer } from '../../shell/viewer.ts'
import { Note } from '../../states/note.tsx'
import { idOf, kindNamed } from '../kinds.ts'
import { titleOf } from '../objects.ts'
import { Section } from '../record-parts.tsx'
import { namesOf } from '../use-names.ts'
import { ACKNOWLEDGE, DOCUMENT_LINK, DOCUMENT_OWN, type DocumentOwn, REVISE } from './document-queries.ts'
import { type ArrivedFile, FileUpload } from './file-upload.tsx'
import { sizeInWords } from './send-file.ts'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Asks for a link and follows it: the answer is a file, so the page stays. */
const fetchFile = async (documentId: string, revision: number): Promise<void> => {
  const { documentLink } = await ask(DOCUMENT_LINK, { documentId, revision })
  if (!documentLink) throw new Error('There is no such document any more.')
  Object.assign(document.createElement('a'), { href: documentLink.path, download: '' }).click()
}

interface OfDocument {
  readonly documentId: string
  readonly own: DocumentOwn
}

/** Reading it changes its version too: only another revision is in the way of a new one. */
const versionNow = async (documentId: string, revision: number): Promise<number> => {
  const { document: now } = await ask(DOCUMENT_OWN, { documentId })
  if (!now) throw new Error('There is no such document any more.')
  if (now.revision !== revision) throw new Error(`Revision ${now.revision} came meanwhile: look at it first.`)
  return now.version
}

const NewRevision = ({ documentId, own, onDone }: OfDocument & { readonly onDone: () => void }) => {
  const [note, setNote] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const revise = useChange(REVISE)
  const add = async ({ uploadId }: ArrivedFile) => {
    setFailure(null)
    try {
      const expectedVersion = await versionNow(documentId, own.revision)
      await revise.mutateAsync({ documentId, uploadId, changeNote: note.trim() || null, expectedVersion })
      onDone()
    } catch (error) {
      setFailure(messageOf(error))
    }
  }
  return (
    <div className="form">
      <TextInput
        label="What is new"
        description="Optional. Whoever has read the document is asked again."
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <FileUpload onArrived={add} />
      {failure !== null && (
        <Note tone="fail" icon="circleCross" role="alert">
          {failure}
        </Note>
      )}
    </div>
  )
}

const FileOf = ({ documentId, own }: OfDocument) => {
  const viewer = useViewer()
  const [isRevising, setRevising] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const open = () => {
    setFailure(null)
    fetchFile(documentId, own.revision).catch((error) => setFailure(messageOf(error)))
  }
  return (
    <Section title="File" aside={`revision ${own.revision}`}>
      <p className="row">
        <Button variant="filled" size="xs" leftSection={<Icon name="download" />} onClick={open}>
          Download
        </Button>
        {mayDo(viewer, 'document:write') && (
          <Button
            size="xs"
            leftSection={<Icon name="up" />}
            aria-expanded={isRevising}
            onClick={() => setRevising(!isRevising)}
          >
            New revision
          </Button>
        )}
      </p>
      <p className="small muted">
        {own.isPassengerData && 'It names passengers: opening it is written to the audit log. '}A link lives 5 minutes
        and is checked again when used.
      </p>
      {failure !== null && (
        <Note tone="fail" icon="circleCross" role="alert">
          {failure}
        </Note>
      )}
      {isRevising && <NewRevision documentId={documentId} own={own} onDone={() => setRevising(false)} />}
    </Section>
  )
}

/** The names of crew members, for who may read crew. */
const useCrewNames = (ids: readonly string[]): ReadonlyMap<string, string> => {
  const viewer = useViewer()
  const kind = kindNamed('CrewMember')
  const isAsked = kind !== undefined && ids.length > 0 && mayDo(viewer, 'crew:read')
  const { data } = useQuery({ ...namesOf(kind!, ids), enabled: isAsked })
  const rows = (kind && data?.[kind.queries.list]?.nodeList) ?? []
  return new Map(rows.map((row) => [idOf(kind!, row), titleOf(kind!, row)]))
}

const ReadBy = ({ documentId, own }: OfDocument) => {
  const { userId } = useViewer()
  const acknowledge = useChange(ACKNOWLEDGE)
  const { acknowledgementList, revision } = own
  const ids = [...new Set(acknowledgementList.flatMap(({ crewMemberId }) => crewMemberId ?? []))].sort()
  const names = useCrewNames(ids)
  const hasRead = acknowledgementList.some((each) => each.userId === userId && each.revision === revision)
  const nameOf = (each: DocumentOwn['acknowledgementList'][number]): string =>
    each.userId === userId ? 'You' : (names.get(each.crewMemberId ?? '') ?? 'A colleague')
  return (
    <Section title="Read by" aside={`revision ${revision}`}>
      {acknowledgementList.length === 0 && <p className="muted">nobody yet</p>}
      <ul className="record-lines">
        {acknowledgementList.map((each) => (
          <li key={`${each.userId} ${each.revision}`}>
            <span>
              {nameOf(each)}{' '}
              {each.revision === revision ? (
                <Tag icon="check">read</Tag>
              ) : (
                <Tag icon="clock">saw revision {each.revision}</Tag>
              )}
            </span>
            <span className="small muted">
              <Moment at={each.at} />
            </span>
          </li>
        ))}
      </ul>
      {!hasRead && (
        <p className="row">
          <Button
            size="xs"
            leftSection={<Icon name="check" />}
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ documentIdList: [documentId] })}
          >
            I have read it
          </Button>
        </p>
      )}
      {acknowledge.isError && (
        <Note tone="fail" icon="circleCross" role="alert">
          {messageOf(acknowledge.error)}
        </Note>
      )}
    </Section>
  )
}

const Revisions = ({ documentId, own }: OfDocument) => {
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <Section title="Revisions" aside="every one stays">
      <ul className="record-lines">
        {own.revisionList.map(({ revision, byteSize, sha256, changeNote, createdAt }) => (
          <li key={revision}>
            <span>
              <b>{revision}</b>, {sizeInWords(byteSize)}
              {changeNote !== null && <>, “{changeNote}”</>}
              <br />
              <code className="small document-checksum">sha256 {sha256.slice(0, 16)}…</code>
            </span>
            <span className="small muted">
              <Moment at={createdAt} />
              <br />
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Download revision ${revision}`}
                onClick={() => fetchFile(documentId, revision).catch((error) => setFailure(messageOf(error)))}
              >
                Download
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {failure !== null && (
        <Note tone="fail" icon="circleCross" role="alert">
          {failure}
        </Note>
      )}
    </Section>
  )
}

const useOwn = (documentId: string): DocumentOwn | null =>
  useQuery(queryOf(DOCUMENT_OWN, { documentId })).data?.document ?? null

export const DocumentHead = ({ id }: { readonly id: string }) => {
  const own = useOwn(id)
  return (
    own && (
      <div className="record-whole">
        <FileOf documentId={id} own={own} />
      </div>
    )
  )
}

export const DocumentSections = ({ id }: { readonly id: string }) => {
  const own = useOwn(id)
  if (!own) return null
  return (
    <>
      <ReadBy documentId={id} own={own} />
      <Revisions documentId={id} own={own} />
    </>
  )
}
