import type { ComponentProps } from 'react';
import styles from './dialog-form.module.css';

/** The form of a dialog or a card: fields and buttons one below the other; the browser's own messages are off, ours stand below the fields. */
export const DialogForm = (props: ComponentProps<'form'>) => (
  <form noValidate method="post" className={styles.form} {...props} />
);
