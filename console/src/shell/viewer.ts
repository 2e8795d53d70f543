/** Who is signed in and what they may do here: asked first, and the reason why anything else is shown. */
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

/** The person's roles in words. */
export const rolesOf = (viewer: Viewer): string => viewer.roleList.map(roleInWords).join(', ') || 'No role'

/** Who flies has a roster; for everybody else that page would be empty. */
export const isCrew = (viewer: Viewer): boolean => viewer.roleList.includes('CREW')

/** Nobody sees a control that the graph would refuse them. */
export const mayDo = (viewer: Viewer, scope: string): boolean => viewer.scopeList.includes(scope)
