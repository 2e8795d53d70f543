/** The page for browsers that reach nothing: an unknown operator, address, path or method. Programs get JSON. */
import { statusOf } from '../../domain/error-catalogue.ts'
import { errorPage, type Problem } from '../../pages/error-page.ts'
import type { Exchange } from '../listening/exchange.ts'
import { failureHeaders } from '../listening/failure-answer.ts'
import type { Lost } from '../listening/lost.ts'
import { acceptsPage } from '../request/accept.ts'
import { sendPage, siteOf } from './page-answer.ts'

const problemOf = ({ sought }: Lost, path: string): Problem => {
  if (sought.kind === 'operator') return { kind: 'unknown-operator', operatorId: sought.operatorId }
  if (sought.kind === 'path') return { kind: 'unknown-path', path, meant: sought.meant }
  return sought.kind === 'method' ? { kind: 'wrong-method' } : { kind: 'unknown-address' }
}

/** The link on the page: an operator's start page on its own address, otherwise the landing page. */
const homeOf = ({ tenant }: Lost, publicUrl: URL): { readonly label: string; readonly href: string } =>
  tenant ? { label: `Go to ${tenant.name}`, href: '/' } : { label: 'Go to Airside’s first page', href: publicUrl.href }

export const showLostPage =
  (publicUrl: URL) =>
  (exchange: Exchange, lost: Lost): boolean => {
    if (!acceptsPage(exchange.req.headers.accept)) return false
    const place = lost.tenant ? siteOf(publicUrl, lost.tenant).place : null
    const page = errorPage({
      place,
      host: place?.host ?? publicUrl.host,
      problem: problemOf(lost, exchange.path),
      developer: { code: lost.code, requestId: exchange.requestId, atMs: Date.now() },
      home: homeOf(lost, publicUrl),
    })
    const headers = failureHeaders(lost) as Record<string, string>
    sendPage(exchange, page, { status: statusOf(lost.code, 'pages'), headers })
    return true
  }
