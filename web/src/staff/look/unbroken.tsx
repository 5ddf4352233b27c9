import plane from './plane.module.css';

/** A telephone number as a text tells it: «+7 8482 00-34-12». */
const PHONE = /(\+7[\s0-9-]+[0-9])/;

/** A text whose telephone numbers stand on one line each. */
export const Unbroken = ({ text }: { text: string }) =>
  text.split(PHONE).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={`${index} ${part}`} className={plane.unbroken}>
        {part}
      </span>
    ),
  );
