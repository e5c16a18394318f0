/** Links to the previous and next page of a list. */
export function Pager({
  page,
  pages,
  href,
}: {
  page: number;
  pages: number;
  href: (page: number) => string;
}) {
  if (pages <= 1) return null;
  return (
    <nav class="spread" aria-label="Pages">
      {page > 1 ? (
        <a class="btn" rel="prev" href={href(page - 1)}>
          Previous
        </a>
      ) : (
        <span />
      )}
      <span class="small muted num">{`Page ${page} of ${pages}`}</span>
      {page < pages ? (
        <a class="btn" rel="next" href={href(page + 1)}>
          Next
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
