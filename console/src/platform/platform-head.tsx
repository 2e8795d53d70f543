/** The head of a page of the portal or of support: its name, which is also the window's title and takes the focus. */
import { type ReactNode, useEffect, useRef } from 'react'
import '../shell/page-head.css'

interface PlatformHeadProps {
  readonly title: string
  readonly about?: ReactNode
  readonly mark?: ReactNode
  readonly badge?: ReactNode
  readonly actions?: ReactNode
}

let isFirstPage = true

export const PlatformHead = ({ title, about, mark, badge, actions }: PlatformHeadProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} – Airside`
  }, [title])
  useEffect(() => {
    // The first page leaves the focus at the top, where the skip link is.
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <div className="page-head">
      <div className="page-head-words">
        <div className="page-head-name">
          {mark}
          <div>
            <h1 ref={heading} tabIndex={-1} className="row">
              {title} {badge}
            </h1>
            {about && <p className="muted">{about}</p>}
          </div>
        </div>
      </div>
      {actions && <div className="row">{actions}</div>}
    </div>
  )
}
