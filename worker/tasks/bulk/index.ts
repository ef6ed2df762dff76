export { actOnRow, type ActWith, ended, hasMovedOn, type RowEnd } from './act-on-row';
export { type BulkPreview, type BulkPreviews, StoredPreviews } from './preview';
export { refusalOf, type SelectedRow } from './row';
export { type LabelledConnections, selectRows, type SelectWith } from './select-rows';
