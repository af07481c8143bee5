/** Folder of the screenshots meant for people; git ignores it. */
export const ARTEFACTS = 'artefacts';
