/**
 * Everything that the operator holds, as files: administrators ask for it once a day, being present (ADR 177). It needs a
 * scope that no token can have.
 */
import { EXPORT_SECONDS, RECENT_SIGN_IN_SECONDS } from '../../../domain/limits.ts'
import { type ExportFile, exportPath } from '../../../domain/tenancy/asked-export.ts'
import { askExport } from '../../../services/tenancy/exporting/ask-export.ts'
import { type ShownExport, shownExport } from '../../../services/tenancy/exporting/shown-export.ts'
import { openFiles } from '../../../services/tenancy/exporting/take-export.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { mutation } from '../../mutation.ts'
import { payload } from '../../payload.ts'
import { actorOf, signedInUser } from '../../signed-in-user.ts'
import { personName } from '../identity/person-name.ts'

const HOURS = EXPORT_SECONDS / 3600

const OperatorExportState = builder.enumType('OperatorExportState', {
  description:
    'WAITING: it is being made. TOO_LARGE: it would be larger than is kept here; the host can write it with "airside-server operator export".',
  values: ['WAITING', 'MADE', 'TOO_LARGE'],
})

const OperatorExportFile = builder
  .objectRef<ExportFile & { readonly exportId: string }>('OperatorExportFile')
  .implement({
    ...needs('user:write'),
    description: 'One file of an export: the whole operator, or one kind of record as CSV.',
    fields: (t) => ({
      name: t.exposeString('name'),
      path: t.string({
        description: `Where an administrator who signed in within the last ten minutes, or called operatorExportOpen, takes it, at this address, for ${HOURS} hours.`,
        resolve: ({ exportId, name }) => exportPath(exportId, name),
      }),
      rowCount: t.exposeInt('rowCount'),
      byteCount: t.exposeInt('byteCount', { description: 'Compressed.' }),
    }),
  })

const OperatorExport = builder.objectRef<ShownExport>('OperatorExport').implement({
  ...needs('user:write'),
  description: 'Files with everything that the operator holds. Passwords, keys and tokens are not in them.',
  fields: (t) => ({
    exportId: t.exposeID('exportId'),
    state: t.expose('state', { type: OperatorExportState }),
    askedAt: t.expose('askedAt', { type: 'DateTime' }),
    askedByName: t.string({
      nullable: true,
      description: 'Who asked for it.',
      resolve: async ({ askedBy }, _args, context) => {
        const user = await personName(context, askedBy)
        return user && `${user.name} ${user.surname}`.trim()
      },
    }),
    rowCount: t.exposeInt('rowCount', { description: 'Rows that were written so far.' }),
    madeAt: t.expose('madeAt', { type: 'DateTime', nullable: true }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When its files go.' }),
    nextAt: t.expose('nextAt', { type: 'DateTime', description: 'From when on another one can be asked for.' }),
    fileList: t.field({
      type: [OperatorExportFile],
      description: 'The whole first; empty until it is made.',
      resolve: ({ exportId, files }) => files.map((file) => ({ ...file, exportId })),
    }),
  }),
})

builder.queryField('operatorExport', (t) =>
  t.field({
    ...needs('user:write'),
    description: 'The export that was asked for last; null where there is none, or its day is over.',
    type: OperatorExport,
    nullable: true,
    resolve: (_root, _args, { at }) => shownExport(at),
  }),
)

const OperatorExportPayload = payload<{ readonly operatorExport: ShownExport | null }>(
  'OperatorExportPayload',
  (t) => ({
    operatorExport: t.expose('operatorExport', { type: OperatorExport, nullable: true }),
  }),
)

builder.mutationField('operatorExportStart', (t) =>
  mutation(t, {
    ...needs('user:write'),
    description: `Asks for files with everything that the operator holds, once in ${HOURS} hours. They are made beside other work; all administrators get a mail, now and when they are ready.`,
    type: OperatorExportPayload,
    args: {},
    asksPresence: true,
    run: async (_args, context, key) => {
      const { at, origin } = context
      const userId = signedInUser(context).user.user_id
      await askExport(at, { userId, actor: actorOf(context), origin, key })
      return { operatorExport: await shownExport(at) }
    },
  }),
)

builder.mutationField('operatorExportOpen', (t) =>
  mutation(t, {
    ...needs('user:write'),
    description: `Lets this session take the files of the export for ${RECENT_SIGN_IN_SECONDS / 60} minutes.`,
    type: OperatorExportPayload,
    args: {},
    asksPresence: true,
    run: async (_args, context) => {
      await openFiles(context.at, signedInUser(context))
      return { operatorExport: await shownExport(context.at) }
    },
  }),
)
