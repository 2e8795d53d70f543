/** The heading of a page: its name, which is also the window's title and takes the focus on arrival, and what can be done. */
import { type ReactNode, useEffect, useRef } from 'react'
import './page-heading.css'

export interface HeadingProps {
  readonly title: string
  readonly about?: ReactNode
  readonly above?: ReactNode
  readonly mark?: ReactNode
  readonly badge?: ReactNode
  readonly actions?: ReactNode
}

let isFirstPage = true

/** `place` stands behind the name in the window's title. */
export const PageHeading = (props: HeadingProps & { readonly place: string }) => {
  const { title, about, above, mark, badge, actions, place } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} – ${place}`
  }, [title, place])
  useEffect(() => {
    // The first page leaves the focus at the top, where the skip link is.
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <div className="page-head">
      <div className="page-head-words">
        {above}
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
