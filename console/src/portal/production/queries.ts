/** Asks for a demo, withdraws, writes to support. */
import { plainMutation } from '../graphql.ts'

export const DEMO_REQUEST = plainMutation('demoRequest', '$clientId: ID!, $input: DemoInput!, $idempotencyKey: String')

export const DEMO_WITHDRAW = plainMutation('demoWithdraw', '$clientId: ID!, $reason: String!, $idempotencyKey: String')

export const MESSAGE_SEND = plainMutation('messageSend', '$clientId: ID!, $text: String!, $idempotencyKey: String')
