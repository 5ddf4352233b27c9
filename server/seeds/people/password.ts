/** Signs in to every demo contract, and changes the access schedule of 100004. */
export const DEMO_PASSWORD = 'demo-kabinet';
/** The password of every service of the demo that has one. */
export const SERVICE_PASSWORD = 'demo-service';
