const LETTERS = Array.from('абвгдежзийклмнопрстуфхцчшщъыьэюя');
/** A shorter word would be nearly any other with one letter changed. */
const LEAST = 4;

/** What a word could have been before one slip of the finger: a letter left out, added, replaced, or two exchanged. */
export function slipsOf(word: string): string[] {
  if (word.length < LEAST || !/^[а-я]+$/.test(word)) return [];
  const made = new Set<string>();
  for (let place = 0; place <= word.length; place += 1) {
    const [head, tail] = [word.slice(0, place), word.slice(place)];
    if (tail !== '') made.add(head + tail.slice(1));
    if (tail.length > 1) made.add(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2));
    for (const letter of LETTERS) {
      made.add(head + letter + tail);
      if (tail !== '') made.add(head + letter + tail.slice(1));
    }
  }
  made.delete(word);
  return [...made];
}
