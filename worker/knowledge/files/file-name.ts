/** The name of an upload in messages: nobody knows its own. */
export const FILE_NAME = 'The file';
