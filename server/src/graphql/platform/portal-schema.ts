/** The developer portal's graph (`server/portal.graphql`). */
import type { GraphQLSchema } from 'graphql'
import { buildPlatformSchema } from './platform-schema.ts'
import { portalBuilder } from './portal-builder.ts'
import '../nodes/portal/provider.ts'
import '../nodes/portal/members.ts'
import '../nodes/portal/application.ts'
import '../nodes/portal/registration.ts'
import '../nodes/portal/secret.ts'
import '../nodes/portal/phone-number.ts'
import '../nodes/portal/sandbox-grant.ts'
import '../nodes/portal/production.ts'
import '../nodes/portal/usage.ts'

export const buildPortalSchema = (): GraphQLSchema => buildPlatformSchema(portalBuilder, ['member', 'owner'])
