/** Who is signed in and what they may do here: asked first, and the reason why anything else is shown. */
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graph/graphql.ts'
import { queryOf } from '../graph/query.ts'

const VIEWER = graphql(`
  query Viewer {
    viewer {
      userId
      name
      surname
      email
      isAdmin
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

/** Non-administrators see no control that the graph would refuse them (access-model §9). */
export const mayDo = (viewer: Viewer, scope: string): boolean => viewer.scopeList.includes(scope)
