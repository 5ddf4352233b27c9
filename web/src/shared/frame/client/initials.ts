/** Legal forms, which are not part of a company's name. */
const FORM = /^(?:ООО|АО|ОАО|ЗАО|ПАО|НАО|ИП|АНО|НКО|ТСЖ|ТСН|СНТ|МУП|ГУП|ФГУП|ГБУ|МБУ|МБОУ|КФХ)\s+/i;

/** The initials of a person or, without legal form and quotes, of a company («ООО «Волжские пекарни»» → «ВП»). */
export const initials = (name: string): string =>
  name
    .replace(FORM, '')
    .replace(/[«»„“”"']/g, '')
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase();
