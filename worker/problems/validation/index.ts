export { issueText } from './issue-text';
export { fieldIssues, type FieldIssue } from './issues';
