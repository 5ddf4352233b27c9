// The frame and the home screen arrive together: most visits begin there, and one request is better than two.
export { MainLayout } from './main-layout.tsx';
export { Page as Home } from '#features/home/home-page.tsx';
