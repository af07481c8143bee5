/** Folder of the screenshots for people to look at; git ignores it. */
export const ARTEFACTS = 'artefacts';
