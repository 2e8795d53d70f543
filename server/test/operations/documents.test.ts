/** Documents (data §9): files come in two steps and go by short links, and nothing hostile is kept or run. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe } from 'node:test'
import { sql } from 'kysely'
import { removeDocumentsThatAreOver } from '../../src/services/operations/documents/removal.ts'
import {
  addApplication,
  addPerson,
  exchangeFields,
  GrantScene,
  obtainCode,
  type Tokens,
} from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { linkCrewMember } from '../support/crew-link.ts'
import { DocumentSender, PDF, sha256 } from '../support/document-files.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { EVERYTHING, Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY = 86_400_000

for (const store of storesFor('record')) {
  const { test, testOnBoth } = testsOn(store)

  describe(`documents (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let fleet: Fleet
    let ops: DocumentSender

    const sender = async (scope: string, aircraftIds?: readonly string[]) =>
      new DocumentSender(server.client, await Integration.of(at, scope, aircraftIds))

    const rows = async (table: string): Promise<number> => {
      const { db } = server.world.storage.platform
      const { rows: found } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
      return Number(found[0]?.n)
    }

    const sweep = async (): Promise<void> => {
      while (await server.world.storage.writePlatform(removeDocumentsThatAreOver));
    }

    const renewed = async () => {
      ops = await sender(EVERYTHING)
    }

    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      fleet = await seedFleet(server.world.storage, at.tenant.tenantId)
      await renewed()
    })
    after(() => server.close())

    testOnBoth('a file goes up in two steps, becomes a document, and comes down by a link as it was', async () => {
      const content = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(300_000, 'x'), Buffer.from('\n%%EOF')])
      const document = await ops.made({ kind: 'OFP', title: 'OFP ALP827' }, content)
      assert.deepEqual([document.revision, document.byteSize, document.sha256], [1, content.length, sha256(content)])
      const answer = await ops.fetch((await ops.link(document.documentId)) ?? '')
      assert.equal(answer.status, 200)
      assert.equal(answer.body, content.toString())
    })

    test('what is fetched is never a page: attachment, sandboxed, not sniffed, not cached (threats row 246)', async () => {
      const title = '../../etc/pass"wd <b>.pdf'
      const { documentId } = await ops.made({ title })
      const { headers } = await ops.fetch((await ops.link(documentId)) ?? '')
      assert.match(
        headers['content-disposition'] ?? '',
        /^attachment; filename="etc_pass_wd _b_\.pdf"; filename\*=UTF-8''/,
      )
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.match(String(headers['content-security-policy']), /sandbox/)
      assert.equal(headers['content-type'], 'application/pdf')
      assert.match(headers['cache-control'] ?? '', /no-store/)
      const bidi = await ops.create({ title: 'invoice\u202Efdp.exe', uploadId: await ops.uploaded() })
      assert.deepEqual(bidi.userErrorList[0].code, 'VALIDATION')
    })

    const HOSTILE: readonly (readonly [string, string, Buffer])[] = [
      ['HTML as PDF', 'application/pdf', Buffer.from('<html><script>alert(1)</script></html>%PDF-1.7 %%EOF')],
      ['a PDF that begins with markup', 'application/pdf', Buffer.from('%PDF-1.7\n<script>alert(1)</script>\n%%EOF')],
      ['SVG as PNG', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      [
        'a PDF with an archive behind',
        'application/pdf',
        Buffer.concat([PDF, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
      ],
      ['a PNG that goes on', 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])],
      ['HTML as text', 'text/plain', Buffer.from('\n<!doctype html><body onload=alert(1)>')],
      ['bytes as text', 'text/plain', Buffer.from([0x61, 0x00, 0x62])],
      ['no UTF-8 as CSV', 'text/csv', Buffer.from([0x61, 0xff, 0xfe])],
    ]
    for (const [name, mediaType, content] of HOSTILE) {
      testOnBoth(`${name} is refused and nothing of it is kept (threats row 246)`, async () => {
        const before = [await rows('document_file'), await rows('document_piece')]
        const answer = await ops.send(content, { mediaType })
        assert.equal(answer.status, 400, answer.body)
        assert.match(answer.body, /The content is not/)
        assert.deepEqual([await rows('document_file'), await rows('document_piece')], before)
      })
    }

    test('a type that a browser runs, a size beyond the limit and no SHA-256 are refused before any byte (threats row 246)', async () => {
      for (const said of [
        { mediaType: 'image/svg+xml' },
        { mediaType: 'text/html' },
        { byteSize: 25_000_001 },
        { sha256: 'x' },
      ]) {
        const { upload, userErrorList } = await ops.start(PDF, said)
        assert.deepEqual([upload, userErrorList[0].code], [null, 'VALIDATION'])
      }
    })

    test('who does not want an upload any more ends it at once by sending nothing, and its place is free (threats row 245)', async () => {
      const before = await rows('document_file')
      const { upload } = await ops.by.did(ops.start(PDF))
      assert.equal(await rows('document_file'), before + 1)
      assert.equal((await ops.put(upload.path, Buffer.alloc(0))).status, 400)
      assert.equal(await rows('document_file'), before)
      assert.equal((await ops.put(upload.path, PDF)).status, 404)
    })

    testOnBoth('a wrong hash, fewer or more bytes are refused and nothing is kept (threats row 245)', async () => {
      const before = [await rows('document_file'), await rows('document_piece')]
      const wrong = await ops.send(PDF, { sha256: sha256(Buffer.from('other')) })
      assert.match(wrong.body, new RegExp(sha256(PDF)))
      assert.equal(wrong.status, 400)
      for (const byteSize of [PDF.length - 1, PDF.length + 1]) {
        const { upload } = await ops.by.did(ops.start(PDF, { byteSize }))
        const answer = await ops.put(upload.path, PDF, { 'transfer-encoding': 'chunked' })
        assert.equal(answer.status, 400, answer.body)
      }
      assert.deepEqual([await rows('document_file'), await rows('document_piece')], before)
    })

    testOnBoth('an upload is sent once, used once, and only by who began it (threats row 245)', async () => {
      const other = await sender('document:read document:write')
      const { upload } = await ops.by.did(ops.start(PDF))
      assert.equal((await other.put(upload.path, PDF)).status, 404)
      const answers = await Promise.all([ops.put(upload.path, PDF), ops.put(upload.path, PDF)])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404])
      assert.deepEqual((await other.create({ uploadId: upload.uploadId })).userErrorList[0].code, 'NOT_FOUND')
      const both = await Promise.all([
        ops.create({ uploadId: upload.uploadId }),
        ops.create({ uploadId: upload.uploadId }),
      ])
      assert.equal(both.filter(({ userErrorList }) => userErrorList.length === 0).length, 1)
    })

    testOnBoth('an upload that is cut off, and one that nobody uses, leave nothing (threats row 245)', async () => {
      const content = Buffer.concat([PDF, Buffer.alloc(1_000_000, 'x')])
      const { upload } = await ops.by.did(ops.start(content))
      const req = request({
        host: '127.0.0.1',
        port: server.client.port,
        method: 'PUT',
        path: upload.path,
        setHost: false,
        headers: {
          host: new URL(at.origin).host,
          authorization: `Bearer ${ops.by.token}`,
          'content-length': content.length,
        },
      })
      req.on('error', () => {})
      req.write(content.subarray(0, 500_000))
      await soon('pieces arrive', async () => (await piecesOf(upload.uploadId)) > 0)
      req.destroy()
      await soon('pieces are gone', async () => (await piecesOf(upload.uploadId)) === 0)
      const unused = await ops.uploaded()
      server.clock.advanceSeconds(31 * 60)
      await sweep()
      await renewed()
      assert.equal(await piecesOf(unused), 0)
      assert.equal((await ops.create({ uploadId: unused })).userErrorList[0].code, 'NOT_FOUND')
    })

    const piecesOf = async (fileId: string): Promise<number> => {
      const { db } = server.world.storage.platform
      const found = await sql<{
        n: number
      }>`select count(*) as n from document_piece where file_id = ${fileId}`.execute(db)
      return Number(found.rows[0]?.n)
    }

    test('a range is answered right or with the whole (RFC 9110)', async () => {
      const { documentId } = await ops.made()
      const path = (await ops.link(documentId)) ?? ''
      const text = PDF.toString()
      const asked = async (range: string, more = {}) => {
        const { status, body, headers } = await ops.fetch(path, { range, ...more })
        return [status, body, headers['content-range']]
      }
      const whole = [200, text, undefined]
      const size = PDF.length
      assert.deepEqual(await asked('bytes=0-4'), [206, '%PDF-', `bytes 0-4/${size}`])
      assert.deepEqual(await asked('bytes=-6'), [206, text.slice(-6), `bytes ${size - 6}-${size - 1}/${size}`])
      assert.deepEqual(await asked(`bytes=5-99999`), [206, text.slice(5), `bytes 5-${size - 1}/${size}`])
      assert.deepEqual(await asked('bytes=0-1,3-4'), whole)
      assert.deepEqual(await asked('bytes=9-2'), whole)
      assert.deepEqual(await asked('pages=1-2'), whole)
      assert.deepEqual(await asked('bytes=0-4', { 'if-range': '"other"' }), whole)
      const beyond = await ops.fetch(path, { range: `bytes=${size}-` })
      assert.deepEqual([beyond.status, beyond.headers['content-range']], [416, `bytes */${size}`])
    })

    testOnBoth(
      'a link ends after five minutes, with its token and with the right to the document (threats row 251)',
      async () => {
        const key = await at.createKey('document:read document:write')
        const reader = new DocumentSender(
          server.client,
          new Integration(at, (await at.refreshKey(key.refreshToken)).body),
        )
        const { documentId } = await reader.made()
        const path = (await reader.link(documentId)) ?? ''
        assert.equal((await reader.fetch(path)).status, 200)
        server.clock.advanceSeconds(5 * 60 + 1)
        assert.equal((await reader.fetch(path)).status, 404)
        const second = (await reader.link(documentId)) ?? ''
        await at.revokeKey(key.apiKeyId)
        assert.equal((await reader.fetch(second)).status, 404)
        const elsewhere = (await server.operator('nordic')).production
        const mine = (await ops.link(documentId)) ?? ''
        assert.equal((await server.client.ask(`${elsewhere.origin}${mine}`)).status, 404)
        assert.equal((await ops.fetch(`${mine.slice(0, -1)}_`)).status, 404)
        assert.equal((await ops.fetch(mine)).status, 200)
      },
    )

    test('a document that names passengers does not exist without passenger:read: list, id, feed, link (threats row 252)', async () => {
      const blind = await sender('document:read document:write')
      const { documentId, isPassengerData } = await ops.made({ kind: 'PAX_MANIFEST', title: 'Passenger list' })
      assert.equal(isPassengerData, true)
      const seen = await blind.by.ask(
        `{ document(documentId: "${documentId}") { title } documentLink(documentId: "${documentId}") { path }
          documentList(filter: { documentIdList: ["${documentId}"] }) { nodeList { documentId } }
          changeList(first: 500, entityList: [DOCUMENT]) { nodeList { entityId } } }`,
      )
      assert.deepEqual([seen.document, seen.documentLink, seen.documentList.nodeList], [null, null, []])
      assert.equal(JSON.stringify(seen.changeList).includes(documentId), false)
      const told = await ops.by.ask('{ changeList(first: 500, entityList: [DOCUMENT]) { nodeList { entityId } } }')
      assert.equal(JSON.stringify(told).includes(documentId), true)
      const refused = await blind.create({ kind: 'GENDEC', uploadId: await blind.uploaded() })
      assert.equal(refused.userErrorList[0].code, 'NOT_ALLOWED')
    })

    test('of many uses of a link to what names passengers the first is in the audit log (threats row 300)', async () => {
      const { documentId } = await ops.made({ kind: 'PAX_MANIFEST' })
      const link = (await ops.link(documentId)) ?? ''
      await Promise.all([1, 2, 3].map(() => ops.fetch(link, { range: 'bytes=0-0' })))
      const { db } = server.world.storage.platform
      const { rows: entries } = await sql<{ n: number }>`select count(*) as n from audit_entry
        where action = 'document.opened' and subject_id = ${documentId}`.execute(db)
      assert.equal(Number(entries[0]?.n), 1)
    })

    test('an upload is paid for by its size when it begins (threats row 97)', async () => {
      const costOf = async (byteSize: number): Promise<number> => {
        const input = `{ mediaType: "text/plain", byteSize: ${byteSize}, sha256: "${'0'.repeat(64)}" }`
        const answer = await at.query(
          ops.by.token,
          `mutation { documentUploadStart(idempotencyKey: "cost ${byteSize}", input: ${input}) { upload { uploadId } } }`,
        )
        return answer.json<{ extensions: { cost: { requested: number } } }>().extensions.cost.requested
      }
      assert.equal((await costOf(25_000_000)) - (await costOf(1)), 8_138)
    })

    test('papers of crew members do not exist without crew:read: list, id, feed, link (threats row 270)', async () => {
      const crewMemberId = await crewMemberOf('PAP', null)
      const { documentId } = await ops.made({ kind: 'CREW_PAPER', crewMemberId, audienceList: ['CREW'] })
      const seenBy = async (by: DocumentSender) => {
        const { document, documentLink, documentList, changeList } = await by.by.ask(
          `{ document(documentId: "${documentId}") { title } documentLink(documentId: "${documentId}") { path }
            documentList(filter: { documentIdList: ["${documentId}"] }) { nodeList { documentId } }
            changeList(first: 500, entityList: [DOCUMENT]) { nodeList { entityId } } }`,
        )
        const isTold = JSON.stringify(changeList).includes(documentId)
        return [document !== null, documentLink !== null, documentList.nodeList.length, isTold]
      }
      assert.deepEqual(await seenBy(ops), [true, true, 1, true])
      assert.deepEqual(await seenBy(await sender('document:read passenger:read')), [false, false, 0, false])
      assert.deepEqual(await seenBy(await sender('document:read crew:read')), [true, true, 1, true])
    })

    test('an electronic flight bag changes what it made, and no manual of the operator (threats row 270)', async () => {
      const scene = await GrantScene.open(server, 'decked')
      const office = new DocumentSender(server.client, await Integration.of(scene.at, 'document:read document:write'))
      const application = await addApplication(server, { kind: 'electronic-flight-bag', name: 'Deck' })
      const code = await obtainCode(scene.browser, application, 'document:read document:write')
      const { access_token } = (await scene.token(exchangeFields(application, code))).json<Tokens>()
      const deck = new DocumentSender(server.client, new Integration(scene.at, access_token))
      const manual = await office.made({ kind: 'MANUAL', audienceList: ['CREW'] })
      const own = await deck.made({ kind: 'MANUAL', audienceList: ['CREW'] })
      const rename = ({ documentId, version }: typeof own) =>
        deck.by.change(
          `mutation { documentUpdate(documentId: "${documentId}", input: { title: "Other" }, expectedVersion: ${version}) { userErrorList { code message } } }`,
        )
      assert.equal((await rename(manual)).userErrorList[0].code, 'NOT_ALLOWED')
      await assert.rejects(deck.revised(manual, PDF), /NOT_ALLOWED/)
      assert.deepEqual((await rename(own)).userErrorList, [])
    })

    testOnBoth(
      'a key of one aircraft sees its documents, and loses those of a flight that moves (threats row 253)',
      async () => {
        const [first, second] = fleet.aircraft
        const offBlock = z(Date.parse('2027-09-01T06:00:00Z'))
        const { flight } = await ops.by.did(ops.by.createFlight({ aircraftId: first?.aircraftId, offBlock }))
        const limited = await sender('document:read flight:read', [first?.aircraftId ?? ''])
        const { documentId } = await ops.made({ kind: 'OFP', flightId: flight.flightId })
        const sees = async () =>
          (await limited.by.ask(`{ document(documentId: "${documentId}") { title } }`)).document !== null
        assert.equal(await sees(), true)
        const moved = await ops.by.updateFlight(
          { flightId: flight.flightId, aircraftId: second?.aircraftId },
          flight.version,
        )
        assert.deepEqual(moved.userErrorList, [])
        assert.equal(await sees(), false)
        const { changeList } = await limited.by.ask(
          '{ changeList(first: 500, entityList: [DOCUMENT]) { nodeList { entityId kind } } }',
        )
        assert.equal(
          changeList.nodeList.findLast((each: { entityId: string }) => each.entityId === documentId).kind,
          'DELETED',
        )
      },
    )

    testOnBoth(
      'what is kept is not deleted before its day or on hold, and its time is not made shorter (threats row 250)',
      async () => {
        const offBlock = z(Date.parse('2027-09-03T06:00:00Z'))
        const { flight } = await ops.by.did(
          ops.by.createFlight({ aircraftId: fleet.aircraft[2]?.aircraftId, offBlock }),
        )
        const ofp = await ops.made({ kind: 'OFP', flightId: flight.flightId })
        assert.deepEqual([ofp.retention, ofp.retainUntil], ['FLIGHT', '2027-12-03'])
        const remove = ({ documentId, version }: { documentId: string; version: number }) =>
          ops.by.change(
            `mutation { documentDelete(documentId: "${documentId}", expectedVersion: ${version}) { userErrorList { code message } } }`,
          )
        const update = ({ documentId, version }: { documentId: string; version: number }, input: string) =>
          ops.by.change(
            `mutation { documentUpdate(documentId: "${documentId}", input: ${input}, expectedVersion: ${version}) { document { documentId version } userErrorList { code message } } }`,
          )
        assert.match(JSON.stringify(await remove(ofp)), /RETAINED.*2027-12-03/)
        assert.equal((await update(ofp, '{ retention: KEEP }')).userErrorList[0].code, 'RETAINED')
        const kept = await ops.made({ kind: 'INVOICE' })
        const { document: held } = await ops.by.did(update(kept, '{ isOnHold: true }'))
        assert.equal((await remove(held)).userErrorList[0].code, 'RETAINED')
        assert.equal((await update(held, '{ isOnHold: false }')).userErrorList[0].code, 'NOT_ALLOWED')
        const gone = await ops.made({ kind: 'INVOICE' })
        const pieces = await rows('document_piece')
        await ops.by.did(remove(gone))
        await sweep()
        assert.equal(await rows('document_piece'), pieces - 1)
      },
    )

    testOnBoth(
      'the system deletes what names passengers once its time has passed, and not while it is on hold (threats row 250)',
      async () => {
        const [a, b] = [await ops.made({ kind: 'PAX_MANIFEST' }), await ops.made({ kind: 'PAX_MANIFEST' })]
        await ops.by.did(
          ops.by.change(
            `mutation { documentUpdate(documentId: "${b.documentId}", input: { isOnHold: true }, expectedVersion: 1) { userErrorList { code } } }`,
          ),
        )
        const { db } = server.world.storage.platform
        const stored = async () => {
          const found = await sql<{
            document_id: string
          }>`select document_id from document where document_id in (${a.documentId}, ${b.documentId})`.execute(db)
          return found.rows.map((row) => row.document_id)
        }
        await sweep()
        assert.equal((await stored()).length, 2)
        server.clock.advanceSeconds((731 * DAY) / 1000)
        await sweep()
        assert.deepEqual(await stored(), [b.documentId])
        server.clock.advanceSeconds((-731 * DAY) / 1000)
      },
    )

    testOnBoth(
      'crew sees what is for crew and concerns them, maintenance what is of aircraft, the office all (threats row 254)',
      async () => {
        const nina = await addPerson(server, at, 'Mona', ['CREW'])
        const tom = await addPerson(server, at, 'Tom', ['MAINTENANCE'])
        const beat = await addPerson(server, at, 'Beat', ['OPS'])
        const [aircraft] = fleet.aircraft
        const [own, other] = [await crewMemberOf('NIN', nina.userId), await crewMemberOf('OTH', null)]
        const flightOf = async (day: number, crewMemberId: string) => {
          const offBlock = z(Date.parse('2027-10-01T06:00:00Z') + day * DAY)
          const { flight } = await ops.by.did(ops.by.createFlight({ aircraftId: aircraft?.aircraftId, offBlock }))
          await ops.by.did(ops.by.setCrew(flight.flightId, [{ crewMemberId, position: 'CPT' }], flight.version))
          return flight.flightId
        }
        const [flown, foreign] = [await flightOf(1, own), await flightOf(2, other)]
        const forCrew = { audienceList: ['CREW'] }
        const shelf = {
          'of own flight': await ops.made({ ...forCrew, kind: 'OFP', flightId: flown }),
          'of own flight, not for crew': await ops.made({ kind: 'INVOICE', flightId: flown }),
          'of another flight': await ops.made({ ...forCrew, kind: 'OFP', flightId: foreign }),
          'own paper': await ops.made({ ...forCrew, kind: 'CREW_PAPER', crewMemberId: own }),
          'paper of a colleague': await ops.made({ ...forCrew, kind: 'CREW_PAPER', crewMemberId: other }),
          'of an aircraft, for crew': await ops.made({ ...forCrew, aircraftId: aircraft?.aircraftId }),
          'of an aircraft': await ops.made({ aircraftId: aircraft?.aircraftId }),
          'of nothing, for crew': await ops.made({ ...forCrew, kind: 'MANUAL' }),
          contract: await ops.made({ kind: 'CONTRACT' }),
        }
        const seenBy = async (person: typeof nina) => {
          const page = await ConsoleClient.signIn(server, at, person)
          const ids = Object.values(shelf).map(({ documentId }) => documentId)
          const { documentList, changeList } = await page.data(
            `{ documentList(filter: { documentIdList: ${JSON.stringify(ids)} }) { nodeList { documentId } }
              changeList(first: 500, entityList: [DOCUMENT]) { nodeList { entityId } } }`,
          )
          const listed = new Set(documentList.nodeList.map((each: { documentId: string }) => each.documentId))
          const named = Object.entries(shelf).filter(([, { documentId }]) => listed.has(documentId))
          return { seen: named.map(([name]) => name).toSorted(), told: changeList.nodeList.length > 0 }
        }
        assert.deepEqual(await seenBy(nina), {
          seen: ['of an aircraft, for crew', 'of nothing, for crew', 'of own flight', 'own paper'],
          told: false,
        })
        assert.deepEqual(await seenBy(tom), {
          seen: ['of an aircraft', 'of an aircraft, for crew', 'of nothing, for crew'],
          told: false,
        })
        assert.deepEqual(await seenBy(beat), { seen: Object.keys(shelf).toSorted(), told: true })
      },
    )

    const crewMemberOf = async (code: string, userId: string | null): Promise<string> => {
      const { crewMember } = await ops.by.did(
        ops.by.change(
          'mutation ($input: CrewMemberInput!) { crewMemberCreate(input: $input) { crewMember { crewMemberId } userErrorList { code message } } }',
          {
            input: { code, name: code, surname: code, positionList: ['CPT'], base: 'LSZH' },
          },
        ),
      )
      const { crewMemberId } = crewMember
      if (userId)
        await linkCrewMember(server, at, await addPerson(server, at, 'Adele', ['ADMIN']), { crewMemberId, userId })
      return crewMemberId
    }

    testOnBoth('a person acknowledges a revision once, for themselves, and a new revision asks again', async () => {
      const person = await addPerson(server, at, 'Nina', ['CREW'])
      const nina = await ConsoleClient.signIn(server, at, person)
      const { documentId } = await ops.made({ kind: 'MANUAL', audienceList: ['CREW'] })
      const hidden = await ops.made({ kind: 'CONTRACT' })
      const seen = await nina.data(
        `{ a: document(documentId: "${documentId}") { title } b: document(documentId: "${hidden.documentId}") { title } }`,
      )
      assert.deepEqual([seen.a !== null, seen.b], [true, null])
      const ACK = `mutation { documentAcknowledge(documentIdList: ["${documentId}"]) { documentList { version acknowledgementList { userId revision } } userErrorList { code } } }`
      const { documentList } = await nina.done('documentAcknowledge', ACK)
      assert.deepEqual(
        documentList[0].acknowledgementList.map(({ revision }: { revision: number }) => revision),
        [1],
      )
      const again = await nina.done('documentAcknowledge', ACK)
      assert.equal(again.documentList[0].version, documentList[0].version)
      assert.deepEqual(await ops.by.refusal(ops.by.change(ACK)), ['NOT_ALLOWED'])
      const uploadId = await ops.uploaded(Buffer.concat([PDF, Buffer.from('\n')]))
      await ops.by.did(
        ops.by.change(
          `mutation { documentRevise(documentId: "${documentId}", uploadId: "${uploadId}", changeNote: "Route", expectedVersion: ${documentList[0].version}) { document { revision } userErrorList { code message } } }`,
        ),
      )
      const third = await nina.done('documentAcknowledge', ACK)
      assert.deepEqual(
        third.documentList[0].acknowledgementList.map(({ revision }: { revision: number }) => revision),
        [2, 1],
      )
      const link = (await nina.data(`{ documentLink(documentId: "${documentId}") { path } }`)).documentLink.path
      assert.equal((await ops.fetch(link)).status, 404, 'a link of a person works in their browser alone')
      const cookie = [...nina.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      assert.equal((await ops.fetch(link, { cookie })).status, 200)
    })
  })
}
