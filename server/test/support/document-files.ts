/** Files for tests of documents, and the steps that bring one into the store. */
import { createHash } from 'node:crypto'
import type { Answer, HttpClient } from './http-client.ts'
import type { Integration } from './integration.ts'

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n')

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

interface Announced {
  readonly mediaType?: string
  readonly byteSize?: number
  readonly sha256?: string
}

const FIELDS =
  'documentId version revision kind title mediaType byteSize sha256 retention retainUntil isPassengerData isOnHold'

/** Sends and makes documents as an integration does. */
export class DocumentSender {
  readonly by: Integration
  readonly #client: HttpClient
  readonly #firstStep: string

  constructor(client: HttpClient, by: Integration, firstStep = 'documentUploadStart') {
    this.#client = client
    this.by = by
    this.#firstStep = firstStep
  }

  /** The payload of the first step. */
  start(content: Buffer, said: Announced = {}) {
    return this.by.change(
      `mutation ($input: DocumentUploadInput!) { ${this.#firstStep}(input: $input) {
        upload { uploadId path expiresAt } userErrorList { code message path } } }`,
      { input: { mediaType: 'application/pdf', byteSize: content.length, sha256: sha256(content), ...said } },
    )
  }

  put(path: string, content: Buffer, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#client.ask(`${this.by.at.origin}${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${this.by.token}`, ...headers },
      body: content,
    })
  }

  /** How the second step is answered. */
  async send(content: Buffer, said: Announced = {}): Promise<Answer> {
    const { upload } = await this.by.did(this.start(content, said))
    return this.put(upload.path, content)
  }

  /** The id of an upload whose bytes have arrived. */
  async uploaded(content: Buffer = PDF, said: Announced = {}): Promise<string> {
    const { upload } = await this.by.did(this.start(content, said))
    const answer = await this.put(upload.path, content)
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
    return upload.uploadId
  }

  create(input: object) {
    return this.by.change(
      `mutation ($input: DocumentInput!) { documentCreate(input: $input) { document { ${FIELDS} } userErrorList { code message path } } }`,
      { input: { kind: 'OTHER', title: 'Some document', ...input } },
    )
  }

  async made(input: object = {}, content: Buffer = PDF, said: Announced = {}) {
    const { document } = await this.by.did(this.create({ uploadId: await this.uploaded(content, said), ...input }))
    return document
  }

  /** Another revision of a document. */
  async revised({ documentId, version }: { readonly documentId: string; readonly version: number }, content: Buffer) {
    const uploadId = await this.uploaded(content)
    const { document } = await this.by.did(
      this.by.change(
        `mutation ($id: ID!, $uploadId: ID!, $v: Int!) { documentRevise(documentId: $id, uploadId: $uploadId, expectedVersion: $v) {
          document { ${FIELDS} } userErrorList { code message path } } }`,
        { id: documentId, uploadId, v: version },
      ),
    )
    return document
  }

  async link(documentId: string, revision: number | null = null): Promise<string | null> {
    const { documentLink } = await this.by.ask(
      'query ($id: ID!, $revision: Int) { documentLink(documentId: $id, revision: $revision) { path sha256 } }',
      { id: documentId, revision },
    )
    return documentLink?.path ?? null
  }

  fetch(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    return this.#client.ask(`${this.by.at.origin}${path}`, { method, headers })
  }
}
