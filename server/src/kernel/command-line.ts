/** How the operator's command is called on this machine: an installed package says `kabinet`. */
export const commandLine = process.env['KABINET_COMMAND'] ?? 'npm run operator --';
