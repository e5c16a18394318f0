/** Text of a skill as a page may show it: what cannot be seen is named. */
import { splitUnsafeCharacters } from "../../domain/unsafe-characters.ts";

export function Visible({ text }: { text: string }) {
  return (
    <>
      {splitUnsafeCharacters(text).map(({ text: part, odd }) =>
        odd === null ? (
          part
        ) : (
          <span class="odd-char" title="A character that cannot be seen">
            {odd}
          </span>
        ),
      )}
    </>
  );
}
