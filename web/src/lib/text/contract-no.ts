interface Numbered {
  readonly contract_id: number;
  readonly printed_no: string | null;
}

/** The number by which people know a contract: that on its papers, else the inner one. */
export const contractNo = ({ contract_id, printed_no }: Numbered): string => printed_no ?? String(contract_id);
