/** The signed-in user and their permissions: requested first, because every page depends on it. */
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graph/graphql.ts'
import { queryOf } from '../graph/query.ts'
import { roleInWords } from '../people/roles.ts'

const VIEWER = graphql(`
  query Viewer {
    viewer {
      userId
      name
      surname
      email
      isAdmin
      roleList
      scopeList
      operatorId
      operatorName
      environment
      origin
      outboxPath
    }
  }
`)

export type Viewer = ResultOf<typeof VIEWER>['viewer']

export const viewerQuery = queryOf(VIEWER, {})

/** Below the shell, which shows nothing else before the answer is here. */
export const useViewer = (): Viewer => useSuspenseQuery(viewerQuery).data.viewer

/** The user's roles in words. */
export const rolesOf = (viewer: Viewer): string => viewer.roleList.map(roleInWords).join(', ') || 'No role'

/** Only crew members have a roster; for other users the page would be empty. */
export const isCrew = (viewer: Viewer): boolean => viewer.roleList.includes('CREW')

/** A control that the server would refuse is not shown. */
export const mayDo = (viewer: Viewer, scope: string): boolean => viewer.scopeList.includes(scope)
