// Names and types of attributes in the dictionaries of FreeRADIUS 3.2, and the two of `deploy/radius/dictionary`; `npm run test:peers`
// compares them with Debian's files. What a reply must not carry, or gets without a template, is not here.

type AttributeType = 'integer' | 'ipaddr' | 'text';
type Names = Readonly<Partial<Record<AttributeType, string>>>;

/** By kind of device; `all` belongs to each. */
const ATTRIBUTES: Readonly<Record<string, Names>> = {
  all: {
    integer: `
      Service-Type Framed-Protocol Framed-Routing Framed-MTU Framed-Compression Idle-Timeout Termination-Action Port-Limit`,
    ipaddr: `
      Framed-IP-Address Framed-IP-Netmask`,
    text: `
      Filter-Id Framed-Route Framed-Pool Framed-IPv6-Prefix Framed-Interface-Id Framed-IPv6-Pool Framed-IPv6-Route Delegated-IPv6-Prefix
      Framed-IPv6-Address DNS-Server-IPv6-Address Route-IPv6-Information Delegated-IPv6-Prefix-Pool Stateful-IPv6-Address-Pool`,
  },
  mikrotik: {
    integer: `
      Mikrotik-Recv-Limit Mikrotik-Xmit-Limit Mikrotik-Wireless-Forward Mikrotik-Wireless-Skip-Dot1x Mikrotik-Wireless-Enc-Algo
      Mikrotik-Advertise-Interval Mikrotik-Recv-Limit-Gigawords Mikrotik-Xmit-Limit-Gigawords Mikrotik-Total-Limit
      Mikrotik-Total-Limit-Gigawords Mikrotik-Wireless-VLANID Mikrotik-Wireless-VLANIDtype Mikrotik-Wireless-VLANID-Type`,
    ipaddr: `
      Mikrotik-Host-IP`,
    text: `
      Mikrotik-Group Mikrotik-Wireless-Enc-Key Mikrotik-Rate-Limit Mikrotik-Realm Mikrotik-Mark-Id Mikrotik-Advertise-URL
      Mikrotik-Wireless-PSK Mikrotik-Address-List Mikrotik-Wireless-MPKey Mikrotik-Wireless-Comment Mikrotik-Delegated-IPv6-Pool
      Mikrotik-DHCP-Option-Set Mikrotik-DHCP-Option-Param-STR1 Mikrotik-DHCP-Option-Param-STR2 Mikrotik-DHCP-Option-ParamSTR2
      Mikrotik-Wireless-Minsignal Mikrotik-Wireless-Maxsignal Mikrotik-Switching-Filter`,
  },
  'accel-ppp': {
    integer: `
      L4-Redirect`,
    text: `
      L4-Redirect-ipset`,
  },
  cisco: {
    integer: `
      Cisco-Multilink-ID Cisco-Num-In-Multilink Cisco-Pre-Input-Octets Cisco-Pre-Output-Octets Cisco-Pre-Input-Packets
      Cisco-Pre-Output-Packets Cisco-Maximum-Time Cisco-Disconnect-Cause Cisco-Data-Rate Cisco-PreSession-Time Cisco-PW-Lifetime
      Cisco-IP-Direct Cisco-PPP-VJ-Slot-Comp Cisco-PPP-Async-Map Cisco-Assign-IP-Pool Cisco-Route-IP Cisco-Link-Compression
      Cisco-Target-Util Cisco-Maximum-Channels Cisco-Data-Filter Cisco-Call-Filter Cisco-Idle-Limit Cisco-Xmit-Rate`,
    text: `
      Cisco-AVPair Cisco-NAS-Port Cisco-Fax-Account-Id-Origin Cisco-Fax-Msg-Id Cisco-Fax-Pages Cisco-Fax-Coverpage-Flag
      Cisco-Fax-Modem-Time Cisco-Fax-Connect-Speed Cisco-Fax-Recipient-Count Cisco-Fax-Process-Abort-Flag Cisco-Fax-Dsn-Address
      Cisco-Fax-Dsn-Flag Cisco-Fax-Mdn-Address Cisco-Fax-Mdn-Flag Cisco-Fax-Auth-Status Cisco-Email-Server-Address
      Cisco-Email-Server-Ack-Flag Cisco-Gateway-Id Cisco-Call-Type Cisco-Port-Used Cisco-Abort-Cause h323-remote-address h323-conf-id
      h323-setup-time h323-call-origin h323-call-type h323-connect-time h323-disconnect-time h323-disconnect-cause h323-voice-quality
      h323-gw-id h323-incoming-conf-id Cisco-Policy-Up Cisco-Policy-Down Cisco-Relay-Information-Option Cisco-DHCP-User-Class
      Cisco-DHCP-Vendor-Class Cisco-DHCP-Relay-GiAddr Cisco-Service-Name Cisco-Parent-Session-Id Cisco-Sub-QoS-Pol-In
      Cisco-Sub-QoS-Pol-Out Cisco-In-ACL Cisco-Out-ACL Cisco-Sub-PBR-Policy-In Cisco-Sub-Activate-Service Cisco-IPv6-In-ACL
      Cisco-IPv6-Out-ACL Cisco-Sub-Deactivate-Service Cisco-DHCP-Subscriber-Id Cisco-DHCPv6-Link-Address sip-conf-id h323-credit-amount
      h323-credit-time h323-return-code h323-prompt-id h323-time-and-day h323-redirect-number h323-preferred-lang
      h323-redirect-ip-address h323-billing-model h323-currency subscriber gw-rxd-cdn gw-final-xlated-cdn remote-media-address
      release-source gw-rxd-cgn gw-final-xlated-cgn call-id session-protocol method prev-hop-via prev-hop-ip incoming-req-uri
      outgoing-req-uri next-hop-ip next-hop-dn sip-hdr dsp-id Cisco-IP-Pool-Definition Cisco-Subscriber-Password Cisco-Account-Info
      Cisco-Service-Info Cisco-Command-Code Cisco-Control-Info`,
  },
  huawei: {
    integer: `
      Huawei-Input-Burst-Size Huawei-Input-Average-Rate Huawei-Input-Peak-Rate Huawei-Output-Burst-Size Huawei-Output-Average-Rate
      Huawei-Output-Peak-Rate Huawei-In-Kb-Before-T-Switch Huawei-Out-Kb-Before-T-Switch Huawei-In-Pkt-Before-T-Switch
      Huawei-Out-Pkt-Before-T-Switch Huawei-In-Kb-After-T-Switch Huawei-Out-Kb-After-T-Switch Huawei-In-Pkt-After-T-Switch
      Huawei-Out-Pkt-After-T-Switch Huawei-Remanent-Volume Huawei-Tariff-Switch-Interval Huawei-Max-Users-Per-Logic-Port Huawei-Command
      Huawei-Priority Huawei-Control-Identifier Huawei-Result-Code Huawei-Connect-ID Huawei-Exec-Privilege Huawei-IP-Address
      Huawei-Renewal-Time Huawei-Rebinding-Time Huawei-IGMP-Enable Huawei-Startup-Stamp Huawei-Up-Priority Huawei-Down-Priority
      Huawei-VT-Name Huawei-PPP-NCP-Type Huawei-Lease-Time Huawei-Input-Peak-Burst-Size Huawei-Output-Peak-Burst-Size Huawei-Reduced-CIR
      Huawei-Tunnel-Session-Limit Huawei-Accounting-Level Huawei-Portal-Mode Huawei-Multi-Account-Mode Huawei-Layer4-Session-Limit
      Huawei-User-Multicast-Type Huawei-Reduced-PIR Huawei-LI-Md-Port Huawei-Service-Chg-Cmd Huawei-Acct-Packet-Type
      Huawei-Call-Reference Huawei-PSTN-Port Huawei-Voip-Service-Type Huawei-Acct-Connection-Time Huawei-Error-Reason
      Huawei-Remain-Monney Huawei-Remain-Time Huawei-Codec-Type Huawei-ONLY-Account-Type Huawei-QoS-Profile-Type Huawei-Max-List-Num
      Huawei-Acct-IPv6-Input-Octets Huawei-Acct-IPv6-Output-Octets Huawei-Acct-IPv6-Input-Packets Huawei-Acct-IPv6-Output-Packets
      Huawei-Acct-IPv6-Input-Gigawords Huawei-Acct-IPv6-Output-Gigawords Huawei-Acct-Update-Address Huawei-NAT-Start-Port
      Huawei-NAT-End-Port Huawei-NAT-Port-Forwarding Huawei-NAT-Port-Range-Update Huawei-Public-IP-Addr-State Huawei-Auth-Type
      Huawei-Port-Mirror Huawei-MNG-IPv6 Huawei-Flow-Id Huawei-Application-Type Huawei-User-Priority`,
    ipaddr: `
      Huawei-Subnet-Mask Huawei-Gateway-Address Huawei-Primary-WINS Huawei-Secondary-WINS huawei-Policy-Route
      Huawei-Multicast-Receive-Group Huawei-LI-Md-Address Huawei-Org-GK-ipaddr Huawei-Org-GW-ipaddr Huawei-Dst-GK-ipaddr
      Huawei-Dst-GW-ipaddr Huawei-Primary-DNS Huawei-Secondary-DNS Huawei-NAT-Public-Address Huawei-DHCP-Server-IP
      Huawei-Original_NAS-IP_Address`,
    text: `
      Huawei-ISP-ID Huawei-PortalURL Huawei-FTP-Directory Huawei-Qos-Profile-Name Huawei-SIP-Server Huawei-User-Password
      Huawei-Command-Mode Huawei-Destnation-IP-Addr Huawei-Destnation-Volume Huawei-IPHost-Addr Huawei-Tunnel-VPN-Instance
      Huawei-User-Date Huawei-User-Class Huawei-VSI-Name Huawei-Zone-Name Huawei-Data-Filter Huawei-Access-Service Huawei-DPI-Policy-Name
      Huawei-Framed-Pool Huawei-L2TP-Terminate-Cause Huawei-Queue-Profile Huawei-Multicast-Profile Huawei-VPN-Instance Huawei-Policy-Name
      Huawei-Tunnel-Group-Name Huawei-Multicast-Source-Group Huawei-LI-ID Huawei-LI-Md-VpnInstance Huawei-Access-Num Huawei-Transfer-Num
      Huawei-New-User-Name Huawei-Transfer-Station-Id Huawei-Domain-Name Huawei-ANCP-Profile Huawei-HTTP-Redirect-URL
      Huawei-Loopback-Address Huawei-DHCPv6-Option37 Huawei-DHCPv6-Option38 Huawei-User-Mac Huawei-DNS-Server-IPv6-address
      Huawei-DHCPv4-Option121 Huawei-DHCPv4-Option43 Huawei-Framed-Pool-Group Huawei-Framed-IPv6-Address Huawei-NAT-Policy-Name
      Huawei-DS-Lite-Tunnel-Name Huawei-PCP-Server-Name Huawei-Acct-Terminate-Subcause Huawei-Down-QOS-Profile-Name Huawei-Account-Info
      Huawei-Service-Info Huawei-DHCP-Option Huawei-AVpair Huawei-Delegated-IPv6-Prefix-Pool Huawei-IPv6-Prefix-Lease
      Huawei-IPv6-Address-Lease Huawei-IPv6-Policy-Route Huawei-Flow-Info Huawei-Indication-Flag Huawei-ACS-Url Huawei-Provision-Code
      Huawei-Application-Scene Huawei-MS-Maximum-MAC-Study-Number Huawei-GGSN-Vendor Huawei-GGSN-Version Huawei-Ext-Specific
      Huawei-Web-URL Huawei-Version Huawei-Product-ID`,
  },
  juniper: {
    integer: `
      ERX-Ingress-Statistics ERX-Egress-Statistics ERX-Atm-Service-Category ERX-Atm-PCR ERX-Atm-SCR ERX-Atm-MBS
      ERX-Cli-Allow-All-VR-Access ERX-Sa-Validate ERX-Igmp-Enable ERX-Pppoe-Max-Sessions ERX-Qos-Profile-Interface-Type
      ERX-Tunnel-Nas-Port-Method ERX-Tunnel-Tos ERX-Tunnel-Maximum-Sessions ERX-PPP-Auth-Protocol ERX-Minimum-BPS ERX-Maximum-BPS
      ERX-Bearer-Type ERX-Input-Gigapkts ERX-Output-Gigapkts ERX-L2tp-Recv-Window-Size ERX-LI-Action ERX-Med-Port-Number
      ERX-Service-Volume ERX-Service-Timeout ERX-Service-Statistics ERX-DF-Bit ERX-MLD-Version ERX-IGMP-Version ERX-IP-Mcast-Adm-Bw-Limit
      ERX-IPv6-Mcast-Adm-Bw-Limit ERX-Mobile-IP-Algorithm ERX-Mobile-IP-SPI ERX-Mobile-IP-Replay ERX-Mobile-IP-Lifetime
      ERX-L2TP-Resynch-Method ERX-Tunnel-Tx-Speed-Method ERX-IGMP-Query-Interval ERX-IGMP-Max-Resp-Time ERX-IGMP-Immediate-Leave
      ERX-MLD-Query-Interval ERX-MLD-Max-Resp-Time ERX-MLD-Immediate-Leave ERX-IP-Block-Multicast ERX-IGMP-Explicit-Tracking
      ERX-IGMP-No-Tracking-V2-Grps ERX-MLD-Explicit-Tracking ERX-MLD-No-Tracking-V1-Grps ERX-Act-Data-Rate-Up ERX-Act-Data-Rate-Dn
      ERX-Min-Data-Rate-Up ERX-Min-Data-Rate-Dn ERX-Att-Data-Rate-Up ERX-Att-Data-Rate-Dn ERX-Max-Data-Rate-Up ERX-Max-Data-Rate-Dn
      ERX-Min-LP-Data-Rate-Up ERX-Min-LP-Data-Rate-Dn ERX-Max-Interlv-Delay-Up ERX-Act-Interlv-Delay-Up ERX-Max-Interlv-Delay-Dn
      ERX-Act-Interlv-Delay-Dn ERX-DSL-Line-State ERX-DSL-Type ERX-Service-Acct-Interval ERX-DownStream-Calc-Rate ERX-UpStream-Calc-Rate
      ERX-Max-Clients-Per-Interface ERX-PPP-Monitor-Ingress-Only ERX-IPv6-Acct-Input-Octets ERX-IPv6-Acct-Output-Octets
      ERX-IPv6-Acct-Input-Packets ERX-IPv6-Acct-Output-Packets ERX-IPv6-Acct-Input-Gigawords ERX-IPv6-Acct-Output-Gigawords
      ERX-Vlan-Map-Id ERX-Tx-Connect-Speed ERX-Rx-Connect-Speed ERX-Service-Activate-Type ERX-Service-Volume-Gigawords
      ERX-Inner-Vlan-Map-Id ERX-Pim-Enable ERX-Bulk-CoA-Transaction-Id ERX-Bulk-CoA-Identifier ERX-Re-Authentication-Catalyst
      ERX-Acct-Request-Reason ERX-Routing-Services ERX-Interface-Set-Targeting-Weight ERX-Interface-Targeting-Weight
      ERX-Hybrid-Access-DSL-Downstream-Speed ERX-Hybrid-Access-LTE-Downstream-Speed ERX-PON-Access-Type
      ERX-ONT-ONU-Average-Data-Rate-Downstream ERX-ONT-ONU-Peak-Data-Rate-Downstream ERX-ONT-ONU-Maximum-Data-Rate-Upstream
      ERX-ONT-ONU-Assured-Data-Rate-Upstream ERX-PON-Tree-Maximum-Data-Rate-Upstream ERX-PON-Tree-Maximum-Data-Rate-Downstream
      ERX-Expected-Throughput-Upstream ERX-Expected-Throughput-Downstream ERX-Attainable-Expected-Throughput-Upstream
      ERX-Attainable-Expected-Throughput-Downstream ERX-Gamma-Data-Rate-Upstream ERX-Gamma-Data-Rate-Downstream
      ERX-Attainable-Gamma-Data-Rate-Upstream ERX-Attainable-Gamma-Data-Rate-Downstream Juniper-CTP-Group Juniper-CTPView-APP-Group
      Juniper-CTPView-OS-Group Juniper-Keep-Alive Juniper-encapsulation-overhead Juniper-cell-overhead Juniper-tx-connect-speed
      Juniper-rx-connect-speed`,
    ipaddr: `
      ERX-Primary-Dns ERX-Secondary-Dns ERX-Primary-Wins ERX-Secondary-Wins ERX-Radius-Client-Address ERX-Dhcp-Gi-Address
      ERX-Med-Ip-Address ERX-DHCP-Guided-Relay-Server ERX-Redirect-GW-Address ERX-DHCP-First-Relay-IPv4-Address Juniper-Primary-Dns
      Juniper-Primary-Wins Juniper-Secondary-Dns Juniper-Secondary-Wins`,
    text: `
      ERX-Virtual-Router-Name ERX-Address-Pool-Name ERX-Local-Loopback-Interface ERX-Tunnel-Virtual-Router ERX-Tunnel-Password
      ERX-Ingress-Policy-Name ERX-Egress-Policy-Name ERX-Cli-Initial-Access-Level ERX-Alternate-Cli-Access-Level
      ERX-Alternate-Cli-Vrouter-Name ERX-Pppoe-Description ERX-Redirect-VR-Name ERX-Qos-Profile-Name ERX-Pppoe-Url ERX-Service-Bundle
      ERX-Framed-Ip-Route-Tag ERX-Dial-Out-Number ERX-PPP-Username ERX-PPP-Password ERX-Tunnel-Interface-Id ERX-IpV6-Virtual-Router
      ERX-IpV6-Local-Interface ERX-Ipv6-Primary-Dns ERX-Ipv6-Secondary-Dns Sdx-Service-Name Sdx-Session-Volume-Quota
      Sdx-Tunnel-Disconnect-Cause-Info ERX-Service-Description ERX-Dhcp-Options ERX-Dhcp-Mac-Addr ERX-Med-Dev-Handle
      ERX-MLPPP-Bundle-Name ERX-Interface-Desc ERX-Tunnel-Group ERX-Service-Activate ERX-Service-Deactivate ERX-IGMP-Access-Name
      ERX-IGMP-Access-Src-Name ERX-IGMP-OIF-Map-Name ERX-MLD-Access-Name ERX-MLD-Access-Src-Name ERX-MLD-OIF-Map-Name ERX-Qos-Parameters
      ERX-Service-Session ERX-Mobile-IP-Key ERX-Mobile-IP-Access-Control ERX-Tunnel-Switch-Profile ERX-L2c-Up-Stream-Data
      ERX-L2c-Down-Stream-Data ERX-IPv6-Ingress-Policy-Name ERX-IPv6-Egress-Policy-Name ERX-CoS-Shaping-Pmt-Type ERX-Acc-Loop-Cir-Id
      ERX-Acc-Aggr-Cir-Id-Bin ERX-Acc-Aggr-Cir-Id-Asc ERX-IPv6-NdRa-Prefix ERX-Qos-Set-Name ERX-CoS-Scheduler-Pmt-Type
      ERX-Backup-Address-Pool ERX-ICR-Partition-Id ERX-IPv6-NdRa-Pool-Name ERX-PppoE-Padn ERX-Dhcp-Option-82 ERX-IPv6-Delegated-Pool-Name
      ERX-Client-Profile-Name ERX-APN-Name ERX-Cos-Shaping-Rate ERX-Action-Reason ERX-Update-Service ERX-DHCPv6-Guided-Relay-Server
      ERX-Acc-Loop-Remote-Id ERX-Acc-Loop-Encap ERX-Core-Facing-Interface ERX-DHCP-First-Relay-IPv6-Address ERX-Input-Interface-Filter
      ERX-Output-Interface-Filter ERX-IPv4-Input-Service-Set ERX-IPv4-Output-Service-Set ERX-IPv4-Input-Service-Filter
      ERX-IPv4-Output-Service-Filter ERX-IPv6-Input-Service-Set ERX-IPv6-Output-Service-Set ERX-IPv6-Input-Service-Filter
      ERX-IPv6-Output-Service-Filter ERX-Adv-Pcef-Profile-Name ERX-Adv-Pcef-Rule-Name ERX-DHCPv6-Options ERX-DHCP-Header
      ERX-DHCPv6-Header ERX-Inner-Tag-Protocol-Id Juniper-Local-User-Name Juniper-Allow-Commands Juniper-Deny-Commands
      Juniper-Allow-Configuration Juniper-Deny-Configuration Juniper-Interactive-Command Juniper-Configuration-Change
      Juniper-User-Permissions Juniper-Interface-id Juniper-Ip-Pool-Name
      Juniper-CoS-Traffic-Control-Profile Juniper-CoS-Parameter Juniper-Firewall-filter-name Juniper-Policer-Parameter
      Juniper-Local-Group-Name Juniper-Local-Interface Juniper-Switching-Filter Juniper-VoIP-Vlan Juniper-CWA-Redirect Juniper-AV-Pair`,
  },
};

const namesOf = (list: string): string[] => list.split(/\s+/).filter((name) => name !== '');

const typesIn = (names: Names): [string, AttributeType][] =>
  (Object.entries(names) as [AttributeType, string][]).flatMap(([type, list]) =>
    namesOf(list).map((name): [string, AttributeType] => [name, type]),
  );

/** The attributes that a kind of device may be told, with their types. */
export const attributesOf = (kind: string): ReadonlyMap<string, AttributeType> =>
  new Map([...typesIn(ATTRIBUTES['all'] ?? {}), ...typesIn(ATTRIBUTES[kind] ?? {})]);
