import './splash.css';

interface SplashProps {
  name: string;
  /** Fading away: the screen beneath is ready. */
  leaving?: boolean;
}

/**
 * The curtain of the first load. The page arrives with the same markup in index.html, so that it is painted before any script
 * has come and does not move when the app takes over: keep the two alike (a test compares them).
 */
export function Splash({ name, leaving = false }: SplashProps) {
  return (
    <div className={leaving ? 'splash splash-leaving' : 'splash'} role="status" aria-label="Загружаем кабинет">
      <svg className="splash-mark" viewBox="0 0 36 36" aria-hidden="true">
        <path d="M8 13.5c3.3-3.4 6.7-3.4 10 0s6.7 3.4 10 0M8 19.5c3.3-3.4 6.7-3.4 10 0s6.7 3.4 10 0M8 25.5c3.3-3.4 6.7-3.4 10 0s6.7 3.4 10 0" />
      </svg>
      <p className="splash-name">{name}</p>
      <svg className="splash-ruler" viewBox="0 0 164 20" aria-hidden="true">
        <path d="M2 0v20m8-14v14m8-14v14m8-14v14m8-14v14m8-20v20m8-14v14m8-14v14m8-14v14m8-14v14m8-20v20m8-14v14m8-14v14" />
        <path d="M106 6v14m8-14v14m8-20v20m8-14v14m8-14v14m8-14v14m8-14v14m8-20v20" />
      </svg>
    </div>
  );
}
