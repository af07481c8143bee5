/** Code of the index that stands for the market where none is requested. */
export const HOME_INDEX = 'VNINDEX';
