/** Asks for a demo, withdraws, writes to support. */
import { mutation } from '../graphql.ts'

export const DEMO_REQUEST = mutation('demoRequest', '$clientId: ID!, $input: DemoInput!, $idempotencyKey: String')

export const DEMO_WITHDRAW = mutation('demoWithdraw', '$clientId: ID!, $reason: String!, $idempotencyKey: String')

export const MESSAGE_SEND = mutation('messageSend', '$clientId: ID!, $text: String!, $idempotencyKey: String')
