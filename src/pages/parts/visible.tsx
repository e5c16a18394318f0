/** Text of a skill, with the names of characters that are invisible or change the reading order. */
import { splitUnsafeCharacters } from "../../domain/unsafe-characters.ts";

export function Visible({ text }: { text: string }) {
  return (
    <>
      {splitUnsafeCharacters(text).map(({ text: part, unsafe }) =>
        unsafe === null ? (
          part
        ) : (
          <span class="odd-char" title="Invisible character">
            {unsafe}
          </span>
        ),
      )}
    </>
  );
}
