/** The aircraft by their registrations, to choose one. */
import { graphql } from '../../graph/graphql.ts'

export const FLEET = graphql(`
  query Fleet {
    aircraftList(page: { first: 500 }) {
      nodeList {
        aircraftId
        registration
        acftType {
          iCAO
        }
      }
    }
  }
`)
