/** The developer portal's graph (`server/portal.graphql`). */
import type { GraphQLSchema } from 'graphql'
import { buildPlatformSchema } from './platform-schema.ts'
import { portalBuilder } from './portal-builder.ts'
import '../nodes/providers/portal/provider.ts'
import '../nodes/providers/portal/members.ts'
import '../nodes/providers/portal/application.ts'
import '../nodes/providers/portal/registration.ts'
import '../nodes/providers/portal/secret.ts'
import '../nodes/providers/portal/phone-number.ts'
import '../nodes/providers/portal/sandbox-grant.ts'
import '../nodes/providers/portal/production.ts'
import '../nodes/providers/portal/usage.ts'
import '../nodes/providers/portal/webhook.ts'
import '../nodes/providers/portal/news.ts'

export const buildPortalSchema = (): GraphQLSchema => buildPlatformSchema(portalBuilder, ['member', 'owner'])
