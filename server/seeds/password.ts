/** Every demo contract is entered with it, and the access schedule of 100004 changed. */
export const PASSWORD = 'demo-kabinet';
/** Every service of the demo that has a password. */
export const SERVICE_PASSWORD = 'demo-service';
