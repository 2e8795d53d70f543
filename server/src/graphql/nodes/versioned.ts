/** Fields of every versioned record. */
import { builder } from '../builder.ts'

export const Versioned = builder
  .interfaceRef<{ readonly version: number; readonly createdAt: number; readonly updatedAt: number }>('Versioned')
  .implement({
    description: 'A record with a version that rises by one with every change.',
    fields: (t) => ({
      version: t.exposeInt('version'),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    }),
  })
