/** Flights as they could be written before the store itself kept a flight's buyer that of its trip (ADR 238). */
import { sql } from 'kysely'
import { migration } from '../../src/storage/migrations/0358-buyer-of-its-trip.ts'
import type { TestServer } from './test-server.ts'

const TRIGGERS = {
  postgres: ['flight_buyer on flight'],
  sqlite: ['flight_buyer_added', 'flight_buyer_changed'],
}

export const asBefore = async ({ world }: TestServer, write: () => Promise<unknown>): Promise<void> => {
  const { storage } = world
  await storage.writePlatform(async ({ db }) => {
    for (const name of TRIGGERS[storage.kind]) await sql.raw(`drop trigger ${name}`).execute(db)
  })
  await write()
  await storage.writePlatform(({ db }) => migration.up(db, storage.kind))
}
