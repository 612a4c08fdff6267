export interface PageSize {
  viewport: { width: number; height: number };
  pageHeight: number;
}
